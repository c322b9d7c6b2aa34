import { type Id, isId } from '../../../kernel/id.ts'
import type { Circle, Definition, Node } from '../../../domain/approval/flow/definition.ts'
import { within } from '../../../domain/approval/flow/plan.ts'
import type { DesignSpeech } from '../../../domain/approval/design/settings.ts'
import { roleKinds, roleWords } from '../../../domain/access/roles.ts'
import type { SignedIn } from '../../call.ts'
import { speechFor } from '../process/diagram.ts'
import { outsideKey } from '../flow/key.ts'
import type { DocumentPort } from '../../documents/port.ts'

/** How the caller is spoken to about the settings of definitions of one flow; where they call a node differently, as the first does. */
export const designSpeechFor = async (
  call: SignedIn,
  documents: DocumentPort,
  definitions: readonly [Definition, ...Definition[]],
): Promise<DesignSpeech> => {
  const { tx } = call
  const nodes = definitions.flatMap(({ body }) => within(body))
  const [first] = definitions
  const [speech, people, departments, flows, services, ownRoles] = await Promise.all([
    speechFor(call, documents, { ...first, body: definitions.flatMap(({ body }) => body) }),
    tx.query<{ id: Id; name: string }>('select id, user_name as name from person where org_id = $1 and id = any ($2::bigint[])', [
      tx.orgId,
      peopleIn(definitions),
    ]),
    tx.query<{ id: Id; name: string }>('select id, dept_name as name from department where org_id = $1 and id = any ($2::bigint[])', [
      tx.orgId,
      [...circlesIn(definitions).flatMap(({ depts }) => depts), ...nodes.flatMap(departmentsOfNode)].filter(isId),
    ]),
    tx.query<{ flow_key: string; name: string }>('select flow_key, name from wf_flow where org_id = $1', [tx.orgId]),
    tx.query<{ service_key: string; name: string }>('select service_key, name from wf_service where org_id = $1', [tx.orgId]),
    tx.query<{ code: string; name: string }>(
      'select role_code as code, role_name as name from role where org_id = $1 and codes is not null limit 1000',
      [tx.orgId],
    ),
  ])
  const names: Record<Parameters<DesignSpeech['nameOf']>[0], ReadonlyMap<string, string>> = {
    person: new Map(people.map(({ id, name }) => [id, name])),
    department: new Map(departments.map(({ id, name }) => [id, name])),
    role: new Map([
      ...roleWords.map((word) => [word, speech.say(roleKinds[word].roleName)] as const),
      ...ownRoles.map(({ code, name }) => [code, name] as const),
    ]),
    flow: new Map(
      flows.flatMap(({ flow_key: key, name }) => [
        [key, speech.say(name)] as const,
        [outsideKey(tx.orgId, key), speech.say(name)] as const,
      ]),
    ),
    service: new Map(services.map(({ service_key: key, name }) => [key, name])),
    node: new Map(nodes.toReversed().map(({ id, name }) => [id, speech.say(name)])),
  }
  return { ...speech, nameOf: (what, id) => names[what].get(id) ?? id }
}

/** Everyone who definitions name. */
const peopleIn = (definitions: readonly Definition[]): Id[] => {
  const namedIds = definitions.flatMap(({ policy, body }) => [...policy.admins, ...within(body).flatMap(peopleOfNode)])
  return [...new Set([...namedIds, ...circlesIn(definitions).flatMap(({ users }) => users)])].filter(isId)
}

/** The people, departments and roles that decide who starts. */
const circlesIn = (definitions: readonly Definition[]): Circle[] =>
  definitions
    .flatMap(({ policy: { starters, proxies } }) => [starters?.only, starters?.except, proxies])
    .filter((circle) => circle !== undefined)

const peopleOfNode = (node: Node): string[] => {
  const rules = 'assignees' in node ? node.assignees : []
  const empty = 'onEmpty' in node && typeof node.onEmpty === 'object' ? node.onEmpty.users : []
  const weighted = 'vote' in node && node.vote.mode === 'weight' ? node.vote.weights.map(({ user }) => user) : []
  return [
    ...empty,
    ...weighted,
    ...rules.flatMap((rule) => {
      if ('ids' in rule) return rule.ids
      return 'range' in rule && typeof rule.range === 'object' && 'users' in rule.range ? rule.range.users : []
    }),
  ]
}

/** The departments whose people a step asks. */
const departmentsOfNode = (node: Node): string[] =>
  ('assignees' in node ? node.assignees : []).flatMap((rule) =>
    rule.k === 'members' && typeof rule.of === 'object' && 'dept' in rule.of ? rule.of.dept : [],
  )
