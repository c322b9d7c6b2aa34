import type { Id } from '../../../kernel/id.ts'
import type { DeptId, Json, Path, UserId } from '../form/form.ts'

/**
 * A fact that a decision rests on and that only the organisation knows. `decide` answers `{need}` with every fact it lacked;
 * the person who runs it loads them and asks again. More facts than asked for do no harm and save a round.
 */
export type Fact =
  /** UserFact. */
  | { k: 'user'; user: UserId }
  /** UserId[]: members of a role in the organisation, or in one department. */
  | { k: 'role'; role: string; dept: DeptId | null }
  /** UserId | null: head of the department `level - 1` levels above `dept`. */
  | { k: 'deptHead'; dept: DeptId; level: number }
  /** UserId[]: the chain upwards, the direct manager first, as seen from `dept`; `dept` null is the main one. */
  | { k: 'supervisors'; user: UserId; dept: DeptId | null }
  /** DeptId[]: the department itself and all above it. */
  | { k: 'deptPath'; dept: DeptId }
  /** string[]: the roles that a person was granted, as words where every organisation has them, else as codes. */
  | { k: 'rolesOf'; user: UserId }
  /** Json: what a record has in an own field; null where it has nothing. */
  | { k: 'ownValue'; field: string; record: Id }
  /** Json[]: what a trial assumes that things have in an own field, by its path; no directory holds it otherwise. */
  | { k: 'ownAssumed'; path: Path }
  /** UserId[]. */
  | { k: 'locationManager'; location: string }
  /** UserId[]. */
  | { k: 'warehouseKeeper'; warehouse: string }
  /** UserId | null. */
  | { k: 'assetCustodian'; asset: string }
  /** UserId[]: who has a position, in the organisation or in one department. */
  | { k: 'position'; name: string; dept: DeptId | null }
  /** UserId[]: the people of a department, with those of the departments under it where `below` says so. */
  | { k: 'members'; dept: DeptId; below: boolean }
  /** number: how many tasks wait for a person. */
  | { k: 'load'; user: UserId }
  /** UserId | null: who wrote a comment that still stands. */
  | { k: 'commentAuthor'; comment: Id }
  /** Path[]: the fields of the form that are numbers, and its tables: what may be raised. */
  | { k: 'measures' }
  /** Path[]: the fields of the form that must be filled in before the books take it, and not before it is submitted. */
  | { k: 'bookedFields' }
  /** UserId[]: who administers the organisation and is there. */
  | { k: 'administrators' }
  /** boolean: whether he has or had any part in this process. */
  | { k: 'participant'; user: UserId }
  /** Not kept in the directory: the command's `ids` need at least `count`. */
  | { k: 'ids'; count: number }

/** `successor` took over from someone who left; `agent` acts while he is away, now and for this flow. */
export type UserFact = { active: boolean; successor?: UserId; agent?: UserId }

/** What a fact of each kind holds. */
export type FactValues = {
  user: UserFact
  role: UserId[]
  deptHead: UserId | null
  supervisors: UserId[]
  deptPath: DeptId[]
  rolesOf: string[]
  ownValue: Json
  ownAssumed: Json[]
  locationManager: UserId[]
  warehouseKeeper: UserId[]
  assetCustodian: UserId | null
  position: UserId[]
  members: UserId[]
  load: number
  commentAuthor: UserId | null
  measures: Path[]
  bookedFields: Path[]
  administrators: UserId[]
  participant: boolean
  ids: never
}

/** Facts by `factKey`. Plain JSON, so that a decision can be repeated. */
export type Directory = Readonly<Record<string, FactValues[Fact['k']]>>

/** The place of a fact in the directory. */
export const factKey = (fact: Fact): string => Object.values(fact).join('|')
