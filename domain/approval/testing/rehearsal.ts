import { type Action, type Command, type Head, systemActor } from '../flow/command.ts'
import { decide } from '../flow/decide.ts'
import { type Definition, parseDefinition } from '../flow/definition.ts'
import type { DeptId, Form, Path, UserId } from '../form/form.ts'
import { type Directory, type Fact, type FactValues, type UserFact, factKey } from '../flow/directory.ts'
import type { Entry, Event } from '../flow/event.ts'
import { fold } from '../flow/evolve.ts'
import type { Decision } from '../flow/run.ts'
import { type State, openTasks } from '../flow/state.ts'

/** A small company to rehearse a flow in, without any store: what tests and trials of a flow run on. */
export type Company = {
  /** Those who are not named are active and there. */
  users: Record<UserId, UserFact>
  roles: Record<string, UserId[]>
  /** Heads of a department, its own first, then of the departments above it. */
  heads: Record<DeptId, (UserId | null)[]>
  supervisors: Record<UserId, UserId[]>
  deptPaths: Record<DeptId, DeptId[]>
  locations: Record<string, UserId[]>
  warehouses: Record<string, UserId[]>
  assets: Record<string, UserId>
  /** By record, then by own field. */
  ownValues: Record<string, Form>
  positions: Record<string, UserId[]>
  members: Record<DeptId, UserId[]>
  /** How many tasks wait for a person. */
  loads: Record<UserId, number>
  authors: Record<string, UserId>
  participants: UserId[]
  /** The fields that are numbers, and the tables. */
  measures: Path[]
  /** The fields that the books ask for. */
  bookedFields: Path[]
  administrators: UserId[]
}

export type Rehearsal = {
  definition: Definition
  company: Company
  state: State | undefined
  entries: Entry[]
  now: number
}

export const emptyCompany: Company = {
  users: {},
  roles: {},
  heads: {},
  supervisors: {},
  deptPaths: {},
  locations: {},
  warehouses: {},
  assets: {},
  ownValues: {},
  positions: {},
  members: {},
  loads: {},
  authors: {},
  participants: [],
  measures: [],
  bookedFields: [],
  administrators: [],
}

/** What the company knows of a fact. */
export const answerFact = (company: Company, fact: Exclude<Fact, { k: 'ids' }>): FactValues[Fact['k']] => {
  switch (fact.k) {
    case 'user':
      return company.users[fact.user] ?? { active: true }
    case 'role':
      return company.roles[fact.dept === null ? fact.role : `${fact.role}@${fact.dept}`] ?? []
    case 'deptHead':
      return company.heads[fact.dept]?.[fact.level - 1] ?? null
    case 'supervisors':
      return company.supervisors[fact.user] ?? []
    case 'deptPath':
      return company.deptPaths[fact.dept] ?? [fact.dept]
    case 'rolesOf':
      return Object.entries(company.roles).flatMap(([role, users]) => (users.includes(fact.user) ? [role] : []))
    case 'ownValue':
      return company.ownValues[fact.record]?.[fact.field] ?? null
    case 'ownAssumed':
      return []
    case 'locationManager':
      return company.locations[fact.location] ?? []
    case 'warehouseKeeper':
      return company.warehouses[fact.warehouse] ?? []
    case 'assetCustodian':
      return company.assets[fact.asset] ?? null
    case 'position':
      return company.positions[fact.dept === null ? fact.name : `${fact.name}@${fact.dept}`] ?? []
    case 'members':
      return company.members[fact.dept] ?? []
    case 'load':
      return company.loads[fact.user] ?? 0
    case 'commentAuthor':
      return company.authors[fact.comment] ?? null
    case 'measures':
      return company.measures
    case 'bookedFields':
      return company.bookedFields
    case 'administrators':
      return company.administrators
    case 'participant':
      return company.participants.includes(fact.user)
  }
}

/** Reads a definition that must be right. */
export const definitionFrom = (input: unknown): Definition => {
  const parsed = parseDefinition(input)
  if ('refusal' in parsed) throw new Error(JSON.stringify(parsed.refusal))
  return parsed.definition
}

export const rehearse = (definition: Definition, company: Partial<Company> = {}): Rehearsal => ({
  definition,
  company: { ...structuredClone(emptyCompany), ...company },
  state: undefined,
  entries: [],
  now: Date.UTC(2026, 0, 5, 1),
})

/** Gives a command, loading facts as they are asked for, and keeps what it made. A minute passes with each. */
export const give = (
  rehearsal: Rehearsal,
  actor: UserId,
  action: Action,
  head: Partial<Head> = {},
): Exclude<Decision, { need: Fact[] }> => {
  rehearsal.now += 60_000
  const command = commandOf(rehearsal, actor, action, head)
  const decision = ask(rehearsal, command)
  if ('events' in decision) keep(rehearsal, command, decision.events)
  return decision
}

/** Decides without keeping anything. */
export const ask = (rehearsal: Rehearsal, command: Command): Exclude<Decision, { need: Fact[] }> => {
  let directory: Directory = {}
  let ids = [...command.ids]
  for (;;) {
    const decision = decide(rehearsal.definition, rehearsal.state, { ...command, ids }, directory)
    if (!('need' in decision)) return decision
    const loaded: Record<string, FactValues[Fact['k']]> = {}
    for (const fact of decision.need) {
      if (fact.k === 'ids') ids = Array.from({ length: fact.count }, (_, i) => `${command.commandId}.${i}`)
      else loaded[factKey(fact)] = answerFact(rehearsal.company, fact)
    }
    directory = { ...directory, ...loaded }
  }
}

export const commandOf = (rehearsal: Rehearsal, actor: UserId, action: Action, head: Partial<Head> = {}): Command => ({
  commandId: `c${rehearsal.entries.length + 1}`,
  actor,
  at: new Date(rehearsal.now).toISOString(),
  via: actor === systemActor ? 'system' : 'web',
  ids: [],
  ...head,
  ...action,
})

export const keep = (rehearsal: Rehearsal, command: Command, events: Event[]): void => {
  rehearsal.state = fold(events, rehearsal.state)
  const { at, actor, via, commandId } = command
  rehearsal.entries.push({ seq: rehearsal.entries.length + 1, at, actor, via, commandId, events })
  if (command.t === 'migrate') rehearsal.definition = command.to
}

/** The open task of someone; at a node where he has several. */
export const taskOf = (rehearsal: Rehearsal, user: UserId, node?: string): string => {
  const found = openTasks(rehearsal.state!).find(({ step, task }) => task.user === user && (node === undefined || step.node === node))
  if (!found) throw new Error(`${user} has no open task${node ? ` at ${node}` : ''}`)
  return found.task.id
}

/** Who has something to do where, as "node:user", sorted. */
export const pending = (rehearsal: Rehearsal): string[] =>
  openTasks(rehearsal.state!)
    .map(({ step, task }) => `${step.node}:${task.user}`)
    .sort()
