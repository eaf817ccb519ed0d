export interface FollowedConnections {
  end(withinMs: number): void;
}
export function followConnections(): FollowedConnections;
