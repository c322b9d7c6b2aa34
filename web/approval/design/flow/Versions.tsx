import { Eye, GitCompareArrows, History } from 'lucide-react'
import { useMemo } from 'react'
import { type Definition, parseDefinition } from '../../../../domain/approval/flow/definition.ts'
import { differences } from '../../../../domain/approval/design/difference.ts'
import type { OutputOf } from '../../../../domain/operations/define.ts'
import { flowOperations } from '../../../../domain/approval/operations/flows.ts'
import { useAsk } from '../../../ask.ts'
import { Avatar } from '../../../look/Avatar.tsx'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { choose } from '../../../look/overlays/confirm.ts'
import { Empty } from '../../../look/Empty.tsx'
import { Problem } from '../../../look/Problem.tsx'
import { Sheet } from '../../../look/overlays/Sheet.tsx'
import { Skeleton } from '../../../look/Skeleton.tsx'
import { Tag } from '../../../look/Tag.tsx'
import { t } from '../../../words.ts'
import { fullTime } from '../../../shell/dateWords.ts'
import { DifferenceRow } from './DifferenceRow.tsx'
import type { FormField } from '../../../../domain/approval/form/filling.ts'
import { useDesignSpeech } from './speech.ts'
import { firstOf } from '../../../../kernel/assert.ts'

type Version = OutputOf<typeof flowOperations.definition>['versions'][number]

/** What was published, the latest first: who, when, why, and what still runs on it. */
export const Versions = ({
  versions,
  current,
  onView,
  onCompare,
  onRestore,
}: {
  versions: readonly Version[]
  /** The one that new applications run. */
  current: number | null
  onView: (version: number) => void
  onCompare: (version: number) => void
  /** Undefined for who may only look. */
  onRestore: ((version: number) => void) | undefined
}) => (
  <ul className="space-y-3">
    {versions.length === 0 && <Empty title={t('还没有发布过')} />}
    {versions.map(({ version, publishedAt, publishedBy, note, running }) => (
      <li key={version}>
        <Card>
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-title font-semibold">{t('版本{version}', { version })}</span>
            {version === current && <Tag tone="good">{t('使用中')}</Tag>}
            {running > 0 && <Tag tone="accent">{t('{count}个进行中', { count: running })}</Tag>}
            <span className="ml-auto text-small text-faint">{fullTime(publishedAt)}</span>
          </div>
          <div className="mt-2 flex items-center gap-2 text-body text-quiet">
            {publishedBy && <Avatar name={publishedBy.userName} src={publishedBy.avatar ?? undefined} size={24} />}
            <span className="min-w-0 flex-1 truncate">{[publishedBy?.userName, t(note)].filter(Boolean).join(' · ') || t('系统')}</span>
          </div>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="small" kind="secondary" icon={Eye} onClick={() => onView(version)}>
              {t('查看')}
            </Button>
            <Button size="small" kind="secondary" icon={GitCompareArrows} onClick={() => onCompare(version)}>
              {t('对比')}
            </Button>
            {onRestore && (
              <Button size="small" kind="secondary" icon={History} onClick={() => onRestore(version)}>
                {t('恢复为草稿')}
              </Button>
            )}
          </div>
        </Card>
      </li>
    ))}
  </ul>
)

/** A published version as it was. */
export const useVersion = (flowKey: string, version: number | undefined) => {
  const { data, error, refetch } = useAsk(
    flowOperations.definition,
    { flowKey, version: version ?? 1 },
    { enabled: version !== undefined, staleMs: 300_000 },
  )
  const parsedVersion = useMemo(() => (data && version !== undefined ? parseDefinition(data.body) : undefined), [data, version])
  return { definition: parsedVersion && 'definition' in parsedVersion ? parsedVersion.definition : undefined, error, refetch }
}

/** The version that comes first, and the later one; `to` is undefined for the draft. */
export type Comparison = { readonly from: number; readonly to: number | undefined }

/** With the draft, or with another version: what is later is the second. */
export const chooseComparison = async (version: number, versions: readonly Version[]): Promise<Comparison | undefined> => {
  const otherVersions = versions.map((version) => version.version).filter((other) => other !== version)
  if (otherVersions.length === 0) return { from: version, to: undefined }
  const answer = await choose(t('版本{version}与什么对比', { version }), [
    { value: 'draft', label: t('草稿') },
    ...otherVersions.map((version) => ({ value: String(version), label: t('版本{version}', { version: version }) })),
  ])
  if (answer === undefined) return undefined
  if (answer === 'draft') return { from: version, to: undefined }
  return { from: Math.min(version, Number(answer)), to: Math.max(version, Number(answer)) }
}

/** What is different in the later one, row by row; a row of a node leads to it. */
export const DifferencesSheet = ({
  compared,
  onClose,
  ...rest
}: {
  compared: Comparison | undefined
  onClose: () => void
} & Omit<DifferencesProps, 'from' | 'to'>) => (
  <Sheet
    open={compared !== undefined}
    onClose={onClose}
    title={
      compared?.to === undefined
        ? t('版本{version}与草稿的不同', { version: compared?.from ?? '' })
        : t('版本{from}与版本{to}的不同', { from: compared.from, to: compared.to })
    }
    tall
  >
    <div className="shrink-0">{compared && <Differences {...compared} {...rest} />}</div>
  </Sheet>
)

type DifferencesProps = Comparison & {
  flowKey: string
  draft: Definition
  fields: readonly FormField[]
  onOpen: (node: string) => void
}

const Differences = ({ flowKey, from, to, draft, fields, onOpen }: DifferencesProps) => {
  const before = useVersion(flowKey, from)
  const after = useVersion(flowKey, to)
  const laterDefinition = to === undefined ? draft : after.definition
  if (before.error ?? after.error)
    return <Problem error={before.error ?? after.error} onRetry={() => Promise.all([before.refetch(), after.refetch()])} />
  if (!before.definition || !laterDefinition) return <Skeleton rows={5} picture={false} />
  return <Compared before={before.definition} after={laterDefinition} fields={fields} onOpen={onOpen} />
}

const Compared = ({
  before,
  after,
  fields,
  onOpen,
}: {
  before: Definition
  after: Definition
  fields: readonly FormField[]
  onOpen: (node: string) => void
}) => {
  const speech = useDesignSpeech(
    fields,
    useMemo(() => [before, after], [before, after]),
  )
  const rows = differences(before, after, speech)
  if (rows.length === 0) return <Empty title={t('没有不同')} text={t('两个版本的设置完全一样。')} />
  const groups = Map.groupBy(rows, ({ subject }) => subject)
  return (
    <div className="space-y-3">
      {[...groups].map(([subject, list]) => {
        const { node, change } = firstOf(list)
        const isShown = node !== null && change !== 'removed'
        return (
          <Card key={subject} flush>
            <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4">
              <span className="min-w-0 truncate text-body font-semibold">{t(subject)}</span>
              {isShown && (
                <button type="button" onClick={() => onOpen(node)} className="h-11 shrink-0 text-small text-accent-strong">
                  {t('查看')}
                </button>
              )}
            </div>
            <ul>
              {list.map((row) => (
                <DifferenceRow key={`${row.change}/${row.label}`} row={row} />
              ))}
            </ul>
          </Card>
        )
      })}
    </div>
  )
}
