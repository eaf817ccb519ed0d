/** The tables of a group's page in one chunk: separate ones would both contain what they share. */
export { GroupMembers } from "../customers/group-members.tsx";
export { LocationRows } from "../locations/location-rows.tsx";
