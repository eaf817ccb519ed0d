import { z } from "zod";
import { controlReason, controlTarget, controlType } from "../../contract/controls.ts";
import { name } from "../../contract/schema-types.ts";
import { MAX_REPEATED_MINUTES, MAX_TEMPLATE_NAME } from "../../controls/control-template.ts";
import { withAudit } from "../audit/with-audit.ts";
import { PortalError } from "../context/errors.ts";
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  MAX_TEMPLATES,
} from "../db/control-templates.ts";
import { portalAction } from "../http/portal-route.ts";

const templateBody = z.strictObject({
  name: name.max(MAX_TEMPLATE_NAME).transform((text) => text.trim()),
  type: controlType,
  target: controlTarget,
  minutes: z.number().int().min(1).max(MAX_REPEATED_MINUTES),
  reason: controlReason.nullable(),
});

/** Saves a named template of a control, for all staff. */
export const saveTemplate = portalAction({
  body: templateBody,
  handle({ db, user, body, now, requestId }) {
    const { name, target, type, minutes } = body;
    const subject = `${target.kind}_id=${target.id} type=${type} minutes=${minutes} name=${name}`;
    const entry = { user, operation: "saveTemplate", target: subject, requestId };
    return withAudit(db, entry, async () => {
      const saved = await createTemplate(db, body, { createdBy: user.id, createdAt: now() });
      if (saved === "name-taken")
        throw new PortalError("conflict", "There is a template with this name.", requestId, {
          code: "template-exists",
        });
      if (saved === "too-many")
        throw new PortalError(
          "conflict",
          `There are ${MAX_TEMPLATES} templates already.`,
          requestId,
          {
            code: "too-many-templates",
          },
        );
      return saved;
    });
  },
});

/** Deletes a template; controls made from it stay. */
export const removeTemplate = portalAction({
  params: z.object({ template_id: z.uuid() }),
  async handle({ db, user, params, requestId }) {
    const template = await getTemplate(db, params.template_id);
    if (!template) throw new PortalError("not-found", "There is no such template.", requestId);
    const entry = { user, operation: "deleteTemplate", target: `name=${template.name}`, requestId };
    await withAudit(db, entry, () => deleteTemplate(db, template.id));
  },
});
