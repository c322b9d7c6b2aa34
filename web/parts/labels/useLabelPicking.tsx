import { Printer, Tags } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type LabelNoun, labelNouns } from '../../../domain/labels/content.ts'
import { type RecordRow, recordOperations } from '../../../domain/operations/records.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import type { Id } from '../../../kernel/id.ts'
import { call, CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { choose } from '../../look/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { toast } from '../../look/toast.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { useAllowed } from '../allowed.ts'
import { goPrint } from './goPrint.ts'

/** So many are printed at once at most, and so many are asked for at a time. */
const mostLabels = 10_000
const pageSize = 1000

type Asked = Readonly<Record<string, unknown>>

/**
 * Printing labels out of a list of records: all that are listed, those that are due, or some that are picked. `picked` is undefined while
 * nothing is being picked; `entry` stands in the header, `bottom` below the list.
 */
export const useLabelPicking = (kind: RecordKind, asked: Asked, count: number | undefined) => {
  const [picked, setPicked] = useState<ReadonlySet<Id>>()
  const [gathering, setGathering] = useState(false)
  const may = useAllowed()('gslabel:print')
  const noun = labelNouns.find((each): each is LabelNoun => each === kind.noun)
  if (!may || !noun) return { picked: undefined, toggle: () => undefined, entry: null, bottom: null }

  const printAll = async () => {
    setGathering(true)
    try {
      goPrint(noun, await idsOf(kind, asked))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setGathering(false)
    }
  }
  const begin = async () => {
    const chosen = await choose(t('打印标签'), [
      ...(count ? [{ value: 'all', label: t('列出的{count}项', { count: Math.min(count, mostLabels) }) }] : []),
      ...(noun === 'person' ? [] : [{ value: 'due', label: t('还没打印的'), text: t('从未打印或信息有变') }]),
      { value: 'pick', label: t('逐个选择') },
    ])
    if (chosen === 'all') await printAll()
    if (chosen === 'due') go('/pages/goods/labels/due', { what: noun })
    if (chosen === 'pick') setPicked(new Set())
  }
  const entry: ReactNode = <IconButton icon={Tags} label={t('打印标签')} iconSize={20} disabled={gathering} onClick={() => void begin()} />
  const bottom: ReactNode = picked && (
    <>
      <Button kind="secondary" size="large" onClick={() => setPicked(undefined)}>
        {t('取消')}
      </Button>
      <Button
        size="large"
        wide
        icon={Printer}
        disabled={picked.size === 0}
        onClick={() => {
          goPrint(noun, [...picked])
          setPicked(undefined)
        }}
      >
        {picked.size === 0 ? t('请选择要打印的') : t('打印{count}张', { count: picked.size })}
      </Button>
    </>
  )
  return {
    picked,
    toggle: ({ id }: RecordRow) => {
      const next = new Set(picked)
      if (!next.delete(id)) next.add(id)
      setPicked(next)
    },
    entry,
    bottom,
  }
}

/** Everything that a list holds, as it is filtered and sorted. */
const idsOf = async (kind: RecordKind, asked: Asked): Promise<Id[]> => {
  const ids: Id[] = []
  let after: string | undefined
  do {
    const page = await call(recordOperations(kind).list, { ...asked, pageSize, ...(after && { after }) } as never, { quiet: true })
    ids.push(...page.list.map((row) => (row as RecordRow).id))
    after = page.next
  } while (after && ids.length < mostLabels)
  return ids.slice(0, mostLabels)
}
