import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Definition } from '../../../../domain/approval/flow/definition.ts'
import { within } from '../../../../domain/approval/flow/plan.ts'
import type { DesignSpeech } from '../../../../domain/approval/design/settings.ts'
import { rolePageSize } from '../../../../domain/rules/constants.ts'
import { roleWords } from '../../../../domain/access/roles.ts'
import { flowOperations } from '../../../../domain/approval/operations/flows.ts'
import { recordOperations } from '../../../../domain/records/operations.ts'
import { serviceOperations } from '../../../../domain/approval/operations/services.ts'
import { roleList } from '../../../../domain/access/userOperations.ts'
import { recordOf } from '../../../../domain/records/all.ts'
import { flowInstallPageSize } from '../../../../domain/rules/constants.ts'
import { type Id, isId } from '../../../../kernel/id.ts'
import type { Noun } from '../../../../kernel/field.ts'
import { literalWords, refersTo } from '../../../../kernel/fields/kinds.ts'
import { useAsk } from '../../../ask.ts'
import { call } from '../../../call.ts'
import { t } from '../../../words.ts'
import { useAllowed } from '../../../shell/useAllowed.ts'
import { nameOf } from '../../../forms/names.ts'
import { conditionFields, type FormField } from '../../../../domain/approval/form/filling.ts'
import { labelOf } from './fields.ts'

/** A role that a step may ask: what the definition names, and its name for people. */
export type RoleChoice = { value: string; label: string }

export const useRoles = (): readonly RoleChoice[] => {
  const { data } = useAsk(roleList, { pageSize: rolePageSize }, { staleMs: 300_000 })
  return useMemo(() => (data?.list ?? []).map(({ roleCode, roleName }) => ({ value: roleWord(roleCode), label: roleName })), [data])
}

/** A flow names the roles that every organisation has by their word. */
const roleWord = (roleCode: string): string => roleWords.find((word) => roleCode.slice(3).startsWith(`${word}_`)) ?? roleCode

/** How the designer says what is set: the names of everything that the definitions mention are asked for as they are needed. */
export const useDesignSpeech = (fields: readonly FormField[], definitions: readonly Definition[]): DesignSpeech => {
  const roles = useRoles()
  const { data: flows } = useAsk(flowOperations.installedFlows, { all: true, pageSize: flowInstallPageSize }, { staleMs: 60_000 })
  const mayDesign = useAllowed()('workflow:design')
  const { data: services } = useAsk(serviceOperations.list, {}, { enabled: mayDesign, staleMs: 60_000 })
  const fieldByPath = useMemo(() => new Map(conditionFields(fields).map((field) => [field.path, field])), [fields])
  const mentions = useMemo(() => mentionedIn(definitions, fieldByPath), [definitions, fieldByPath])
  const names = useNames(mentions)
  return useMemo(() => {
    const nodes = new Map(definitions.flatMap(({ body }) => within(body).map(({ id, name }) => [id, name])))
    const nameFor = (id: string): string => nameOf(id) ?? names[id] ?? '…'
    return {
      say: t,
      labelOf: (path) => {
        const field = fieldByPath.get(path)
        if (field) return labelOf(field)
        const table = fields.find((field) => field.table && field.path.startsWith(`${path}.`))?.table
        return table ? t(table) : path
      },
      valueOf: (path, value) => {
        const control = fieldByPath.get(path)?.field.control
        return control ? literalWords(control, value, { say: t, nameOf: nameFor }) : value
      },
      nameOf: (what, id) => {
        if (what === 'person' || what === 'department') return nameFor(id)
        if (what === 'role') return t(roles.find(({ value }) => value === id)?.label ?? id)
        if (what === 'node') return t(nodes.get(id) ?? '')
        if (what === 'service') return services?.list.find(({ serviceKey }) => serviceKey === id)?.name ?? id
        return t(flows?.list.find(({ flowKey }) => flowKey === id)?.flowName ?? id)
      },
    }
  }, [definitions, fields, fieldByPath, names, roles, flows, services])
}

type MentionedThing = { noun: Noun; id: Id }

const mentionedIn = (definitions: readonly Definition[], fields: ReadonlyMap<string, FormField>): MentionedThing[] => {
  const nouns = new Map<Id, Noun>()
  const keep = (noun: Noun, value: unknown): void => {
    for (const item of [value].flat()) if (typeof item === 'string' && isId(item)) nouns.set(item, noun)
  }
  for (const definition of definitions) {
    keep('person', definition.policy.admins)
    for (const circle of [...Object.values(definition.policy.starters ?? {}), definition.policy.proxies].filter(
      (one) => one !== undefined,
    )) {
      keep('person', circle.users)
      keep('department', circle.depts)
    }
    JSON.stringify(definition.body, (key, value: unknown) => {
      if (key === 'ids' || key === 'users' || key === 'user') keep('person', value)
      if (key === 'dept') keep('department', value)
      if (typeof value === 'object' && value !== null && 'f' in value && 'v' in value) {
        const control = fields.get(String(value.f))?.field.control
        const noun = control && refersTo(control)
        if (noun) keep(noun, value.v)
      }
      return value
    })
  }
  return [...nouns].map(([id, noun]) => ({ id, noun }))
}

/** What things are called that no answer has named yet. */
const useNames = (mentions: readonly MentionedThing[]): Readonly<Record<Id, string>> => {
  const unknown = mentions.filter(({ id, noun }) => noun !== 'document' && nameOf(id) === undefined)
  return useQueries({
    queries: unknown.map(({ id, noun }) => {
      const operation = recordOperations(recordOf(noun)).info
      return {
        queryKey: [operation.name, { id }],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(operation, { id }, { signal, quiet: true }),
        staleTime: 300_000,
      }
    }),
    combine: (answers) =>
      Object.fromEntries(
        answers.flatMap(({ data }, index): [Id, string][] => {
          const mention = unknown[index]
          if (!mention || !data) return []
          const { id, noun } = mention
          return [[id, String(data[recordOf(noun).nameField] ?? '')]]
        }),
      ),
  })
}
