import type { Part } from "../adapter/adapter.ts";
import type { BlockContext, BlockShape } from "./control-block.ts";
import {
  LIMIT_123,
  LIMIT_704,
  LimitControl123,
  LimitControl704,
  STORAGE_124,
  STORAGE_704,
  StorageControl124,
  StorageControl704,
  type Control,
} from "./controls.ts";
import { CONTROLS, DER_CONTROLS, STORAGE } from "./models.ts";
import type { Ratings } from "./ratings.ts";
import type { Point } from "./registers.ts";

/** A model by which a part can be controlled. */
export interface ControlModel {
  id: number;
  shape: BlockShape;
  /** The point whose scale factor the control needs. */
  scaled: Point;
  /** The control; undefined without the ratings that it needs. */
  open(context: BlockContext, ratings: Ratings, exponent: number): Control | undefined;
}

const maxOf = ({ maxChargeW: charge, maxDischargeW: discharge }: Ratings) =>
  charge && discharge ? { charge, discharge } : undefined;

/** The models that control each part, the preferred one first. */
export const CONTROL_MODELS: Record<Part, readonly ControlModel[]> = {
  inverter: [
    {
      id: 704,
      shape: LIMIT_704,
      scaled: DER_CONTROLS.WMaxLimPct,
      open: (context, { ratedW }, exponent) =>
        ratedW ? new LimitControl704(context, ratedW, exponent) : undefined,
    },
    {
      id: 123,
      shape: LIMIT_123,
      scaled: CONTROLS.WMaxLimPct,
      open: (context, { ratedW }, exponent) =>
        ratedW ? new LimitControl123(context, ratedW, exponent) : undefined,
    },
  ],
  battery: [
    {
      id: 124,
      shape: STORAGE_124,
      scaled: STORAGE.InWRte,
      open: (context, ratings, exponent) => {
        const maxW = maxOf(ratings);
        return maxW && new StorageControl124(context, maxW, exponent);
      },
    },
    {
      id: 704,
      shape: STORAGE_704,
      scaled: DER_CONTROLS.WSet,
      open: (context, ratings, exponent) => {
        const maxW = maxOf(ratings);
        return maxW && new StorageControl704(context, maxW, exponent);
      },
    },
  ],
};
