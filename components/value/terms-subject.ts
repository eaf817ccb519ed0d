/** Whose terms they are: the default of a group's customers, or a customer's own. */
export interface TermsSubject {
  kind: "group" | "customer";
  id: string;
}
