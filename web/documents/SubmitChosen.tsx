import { useState } from 'react'
import { selectedAtMost } from '../../domain/bulk/limits.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { documentOperations, type ListedDocument } from '../../domain/documents/operations.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { useSession } from '../session/session.ts'
import { isChosen } from '../table/choice.ts'
import type { Selection } from '../table/selection.ts'
import { t } from '../words.ts'
import { useOver } from '../writing.ts'
import type { BatchSubmission } from './useSubmitting.ts'

type Props = { kind: DocumentKind; selection: Selection; rows: readonly ListedDocument[]; submitting: BatchSubmission }

/** Hands in the reader's own drafts among what is chosen, after saying how many they are. */
export const SubmitChosen = ({ kind, selection, rows, submitting }: Props) => {
  const { uid } = useSession()
  const over = useOver()
  const [isGathering, setGathering] = useState(false)
  const ownOf = (documents: readonly ListedDocument[]) => documents.filter(({ authorUid, state }) => authorUid === uid && state === 'draft')
  const loadedRows = rows.filter(({ id }) => isChosen(selection, id))
  const areLoaded = loadedRows.length >= selection.count
  const drafts = ownOf(loadedRows)
  const press = async () => {
    setGathering(true)
    try {
      const all = areLoaded ? drafts : ownOf(await chosenIn(kind, selection))
      const text = kind.confirmation ? t(kind.confirmation) : ''
      if (!(await confirm({ title: t('提交 {count} 张单据', { count: all.length }), text, yes: t('提交') }))) return
      selection.clear()
      void submitting.submit(all)
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    } finally {
      setGathering(false)
    }
  }
  if (drafts.length === 0) return null
  return (
    <Button size="small" busy={isGathering || submitting.progress !== undefined} disabled={over} onClick={() => void press()}>
      {areLoaded ? t('提交（{count}）', { count: drafts.length }) : t('提交')}
    </Button>
  )
}

/** What is chosen, the loaded and the rest, as many as are worked on at once. */
const chosenIn = async (kind: DocumentKind, { asked, all, ids }: Selection): Promise<readonly ListedDocument[]> => {
  const documentsFound: ListedDocument[] = []
  let after: string | undefined
  do {
    const page = await call(documentOperations(kind).list, { ...asked, pageSize: 500, ...(after && { after }) })
    documentsFound.push(...page.list.filter(({ id }) => isChosen({ all, ids }, id)))
    after = page.next
  } while (after && documentsFound.length < selectedAtMost)
  return documentsFound.slice(0, selectedAtMost)
}

/** How far it is, with the way to stop it. */
export const SubmittingBar = ({ submitting: { progress, stop } }: { submitting: BatchSubmission }) =>
  progress && (
    <>
      <span role="status" className="flex-1 text-body tabular-nums">
        {t('正在提交：{done} / {count}', progress)}
      </span>
      <Button kind="secondary" onClick={stop}>
        {t('停止')}
      </Button>
    </>
  )

/** What could not be handed in, and why; pressed it opens. */
export const NotSubmitted = ({
  submitting: { refused, forget },
  onOpen,
}: {
  submitting: BatchSubmission
  onOpen: (draft: ListedDocument) => void
}) => (
  <Sheet open={refused.length > 0} onClose={forget} title={t('{count} 张单据没有提交', { count: refused.length })}>
    <Card flush>
      {refused.map(({ draft, words }) => (
        <Cell
          key={draft.id}
          title={draft.summary || draft.code}
          text={<span className="text-bad">{words}</span>}
          onPress={() => {
            forget()
            onOpen(draft)
          }}
        />
      ))}
    </Card>
  </Sheet>
)
