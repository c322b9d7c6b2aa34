import { Printer } from 'lucide-react'
import { useState } from 'react'
import { codeOf, type DocumentKind } from '../../domain/documents/define.ts'
import { documentOperations } from '../../domain/documents/operations.ts'
import { documentExports } from '../../domain/tables/exportOperations.ts'
import { slipsAtMost } from '../../domain/paper/slipOperations.ts'
import type { Id } from '../../kernel/id.ts'
import { ExportChosen } from '../bulk/ExportChosen.tsx'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import type { Selection } from '../table/selection.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** So many are asked for at a time. */
const pageSize = 500

type Props = { kind: DocumentKind; title: string; selection: Selection }

/** What may be done with chosen documents: their slips, in one piece, and a sheet of them. */
export const DocumentBar = ({ kind, title, selection }: Props) => {
  const mayExport = useAllowed()(`${codeOf(kind)}:export`)
  const [isGathering, setGathering] = useState(false)
  const print = async () => {
    if (selection.count > slipsAtMost) return toast(t('一次最多打印{max}张单据，请少选一些', { max: slipsAtMost }), 'error')
    setGathering(true)
    try {
      go('/pages/flow/slips', { ids: (await idsOf(kind, selection)).join(',') })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setGathering(false)
    }
  }
  if (selection.count === 0) return null
  return (
    <>
      <Button kind="secondary" size="small" icon={Printer} busy={isGathering} onClick={() => void print()}>
        {t('打印单据')}
      </Button>
      {mayExport && <ExportChosen operation={documentExports(kind).export} title={title} selection={selection} hasLines />}
    </>
  )
}

/** The documents that are chosen, one by one, as many as are printed at once at most. */
const idsOf = async (kind: DocumentKind, { all, ids, asked }: Selection): Promise<readonly Id[]> => {
  if (!all) return [...ids]
  const foundIds: Id[] = []
  let after: string | undefined
  do {
    const page = await call(documentOperations(kind).list, { ...asked, pageSize, ...(after && { after }) }, { quiet: true })
    foundIds.push(...page.list.flatMap(({ id }) => (ids.has(id) ? [] : [id])))
    after = page.next
  } while (after && foundIds.length < slipsAtMost)
  return foundIds.slice(0, slipsAtMost)
}
