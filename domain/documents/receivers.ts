import { choice, person, textIn } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import type { DocumentKind } from './define.ts'

const ofPerson = { value: 'person', label: '个人' } as const
const ofDepartment = { value: 'department', label: '部门' } as const

/** What assets are issued to; a person where nothing is said. */
export const assetReceiver = choice(
  '发放给',
  [ofPerson, ofDepartment, { value: 'place', label: '地点' }, { value: 'asset', label: '资产' }],
  {
    required: 'never',
    hint: '不选时发给个人',
  },
)

/** What supplies are issued to; a person where nothing is said. */
export const supplyReceiver = choice('发放给', [ofPerson, ofDepartment, { value: 'project', label: '项目' }], {
  required: 'never',
  hint: '不选时发给个人',
})

/** A person receives, whom the header names. */
export const whenToPerson = { field: 'receiver', not: ['department', 'place', 'asset', 'project'] } as const

/** Who receives a line, where that is not the person in the header. */
export const lineRecipient = person('本行领用人', { required: 'never', hint: '不填时由上面的领用人使用' })

type ReceiverValues = {
  readonly receiver?: string
  readonly department?: unknown
  readonly place?: unknown
  readonly project?: unknown
  readonly host?: unknown
}

/** Refuses a document that is for a department, a place or a project and does not say for which; and receivers on its lines besides. */
export const receiverSaid = (
  { receiver = 'person', department, place, project, host }: ReceiverValues,
  lines: readonly { readonly recipient?: unknown }[],
): Refusal | undefined => {
  if (receiver === 'department' && department === undefined) return refusal('receiver-missing', '发给部门时请填写使用部门')
  if (receiver === 'place' && place === undefined) return refusal('receiver-missing', '发给地点时请填写使用地点')
  if (receiver === 'asset' && host === undefined) return refusal('receiver-missing', '发给资产时请填写用于资产')
  if (receiver === 'project' && project === undefined) return refusal('receiver-missing', '发给项目时请填写项目')
  const line = lines.findIndex(({ recipient }) => recipient !== undefined)
  if (receiver === 'person' || line < 0) return undefined
  return refusal('receiver-twice', '第{line}行：不发给个人时，明细行不能填写领用人', { line: line + 1 })
}

type Values = Readonly<Record<string, unknown>>

/** The field of the header that names the receiver of a stage: the first filled one of those that the stage goes by; undefined where it goes by none. */
export const receiverFieldOf = ({ stages }: DocumentKind, header: Values, stage: number): string | undefined => {
  const { by, otherwiseBy = [] } = stages?.[stage] ?? {}
  return by === undefined ? undefined : ([by, ...otherwiseBy].find((key) => textIn(header, key) !== undefined) ?? by)
}

/** The person who receives a line: the one that it names itself, otherwise the one in the header. */
export const lineReceiverOf = ({ stages }: DocumentKind, header: Values, line: Values): Id | undefined => {
  const { by, byLine } = stages?.[0] ?? {}
  return (byLine === undefined ? undefined : textIn(line, byLine)) ?? (by === undefined ? undefined : textIn(header, by))
}

/** True where a line names a receiver of its own. */
export const hasLineReceivers = ({ stages }: DocumentKind, lines: readonly Values[]): boolean => {
  const byLine = stages?.[0]?.byLine
  return byLine !== undefined && lines.some((line) => textIn(line, byLine) !== undefined)
}

/** The people who receive a document, each once in the order of its lines; undefined where no line names a receiver of its own. */
export const lineReceiversOf = (kind: DocumentKind, header: Values, lines: readonly Values[]): Id[] | undefined =>
  hasLineReceivers(kind, lines) ? [...new Set(lines.flatMap((line) => lineReceiverOf(kind, header, line) ?? []))] : undefined
