import { Printer, Tags } from 'lucide-react'
import { useState } from 'react'
import { type LabelNoun, labelNouns } from '../../domain/labels/content.ts'
import { recordOperations } from '../../domain/records/operations.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import type { Id } from '../../kernel/id.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { IconButton } from '../look/IconButton.tsx'
import { toast } from '../look/overlays/toast.ts'
import type { Selection } from '../table/selection.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { goPrint } from './goPrint.ts'

/** So many are printed at once at most, and so many are asked for at a time. */
const mostLabels = 10_000
const pageSize = 1000

type ListQuery = Readonly<Record<string, unknown>>

/** Printing labels out of a list of records: of all that are listed, or of those that are due. */
export const PrintOfList = ({ kind, asked, count }: { kind: RecordKind; asked: ListQuery; count: number | undefined }) => {
  const { noun, gathering, print } = useLabels(kind)
  if (!noun) return null
  const begin = async () => {
    const choice = await choose(t('打印标签'), [
      ...(count ? [{ value: 'all', label: t('列出的{count}项', { count: Math.min(count, mostLabels) }) }] : []),
      ...(noun === 'person' ? [] : [{ value: 'due', label: t('还没打印的'), text: t('从未打印或信息有变') }]),
    ])
    if (choice === 'all') await print(() => idsOf(kind, asked))
    if (choice === 'due') go('/pages/goods/labels/due', { what: noun })
  }
  return <IconButton icon={Tags} label={t('打印标签')} iconSize={20} disabled={gathering} onClick={() => void begin()} />
}

/** The same for what is chosen in the list. */
export const PrintChosen = ({ kind, selection }: { kind: RecordKind; selection: Selection }) => {
  const { noun, gathering, print } = useLabels(kind)
  if (!noun) return null
  const ids = async () => (selection.all ? (await idsOf(kind, selection.asked)).filter((id) => !selection.ids.has(id)) : [...selection.ids])
  return (
    <Button kind="secondary" size="small" icon={Printer} busy={gathering} disabled={selection.count === 0} onClick={() => void print(ids)}>
      {t('打印标签')}
    </Button>
  )
}

/** `noun` where things of this kind have labels and the reader prints them. */
const useLabels = (kind: RecordKind) => {
  const [isGathering, setGathering] = useState(false)
  const may = useAllowed()('gslabel:print')
  const noun = may ? labelNouns.find((labelNoun): labelNoun is LabelNoun => labelNoun === kind.noun) : undefined
  const print = async (gather: () => Promise<readonly Id[]>) => {
    setGathering(true)
    try {
      if (noun) goPrint(noun, await gather())
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setGathering(false)
    }
  }
  return { noun, gathering: isGathering, print }
}

/** Everything that a list holds, as it is filtered and sorted. */
const idsOf = async (kind: RecordKind, query: ListQuery): Promise<Id[]> => {
  const ids: Id[] = []
  let after: string | undefined
  do {
    const page = await call(recordOperations(kind).list, { ...query, pageSize, ...(after && { after }) }, { quiet: true })
    ids.push(...page.list.map((row) => row.id))
    after = page.next
  } while (after && ids.length < mostLabels)
  return ids.slice(0, mostLabels)
}
