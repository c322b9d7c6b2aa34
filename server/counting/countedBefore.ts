/**
 * SQL: whether a person has counted an item in a round before this one. The person who has does not count it again: he is not named for it, it is not in his
 * pack, and what he sends of it all the same is out of his range.
 */
export const countedBefore = (item: string, person: string, round: string): string =>
  `exists (select from count_event b where b.org_id = $1 and b.task_id = $2 and b.item_id = ${item} and b.actor_uid = ${person} and b.round < ${round} and b.disposition = 'ok')`
