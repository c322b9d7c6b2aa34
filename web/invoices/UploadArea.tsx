import { CircleAlert, CircleCheck, FileUp, PencilLine } from 'lucide-react'
import { useId } from 'react'
import type { Id } from '../../kernel/id.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { useFileDrop } from '../forms/useFileDrop.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import type { UploadOutcome } from './uploadOutcome.ts'
import { acceptedFiles } from './useInvoiceUpload.ts'

type Props = {
  outcomes: readonly UploadOutcome[]
  isBusy: boolean
  onFiles: (files: readonly File[]) => void
  onOpen: (id: Id) => void
  /** Less tall, above something else. */
  isSmall?: boolean
}

/** Where files of invoices are dropped or chosen, and what came of each. */
export const UploadArea = ({ outcomes, isBusy, onFiles, onOpen, isSmall = false }: Props) => {
  const id = useId()
  const { isOver, dropProps } = useFileDrop(true, ({ files }) => onFiles([...files]))
  return (
    <div className="space-y-3">
      <label
        htmlFor={id}
        {...dropProps}
        className={`flex cursor-pointer items-center justify-center gap-3 rounded-card border-2 border-dashed px-4 text-center transition-colors focus-within:outline-2 focus-within:outline-accent ${
          isOver ? 'border-accent bg-accent-soft' : 'border-line bg-card'
        } ${isSmall ? 'min-h-20' : 'min-h-40 flex-col'}`}
      >
        {isBusy ? (
          <Spinner size={28} />
        ) : (
          <FileUp size={isSmall ? 26 : 36} strokeWidth={1.5} className="shrink-0 text-accent" aria-hidden />
        )}
        <span className={isSmall ? 'text-left' : ''}>
          <span className="block text-body font-medium">{isBusy ? t('正在读取') : t('选择发票文件，或拖到这里')}</span>
          <span className="mt-0.5 block text-small text-quiet">{t('XML、OFD 直接读取；PDF 内嵌数据也能读取。可以一次选多个。')}</span>
        </span>
        <input
          id={id}
          type="file"
          multiple
          accept={acceptedFiles}
          className="sr-only"
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </label>
      {outcomes.length > 0 && (
        <Card flush>
          {outcomes.map((outcome) => (
            <Outcome key={outcome.key} outcome={outcome} onOpen={onOpen} />
          ))}
        </Card>
      )}
    </div>
  )
}

const Outcome = ({ outcome, onOpen }: { outcome: UploadOutcome; onOpen: (id: Id) => void }) => (
  <div role="status" className="flex min-h-13 items-center gap-3 border-b border-line px-4 py-2.5 last:border-transparent">
    <OutcomeIcon outcome={outcome} />
    <span className="min-w-0 flex-1">
      <span className="block truncate text-body">{outcome.name}</span>
      <span className={`mt-0.5 block text-small ${outcome.state === 'refused' ? 'text-bad' : 'text-quiet'}`}>{wordsOf(outcome)}</span>
    </span>
    {outcome.state === 'read' && (
      <Button kind="plain" size="small" onClick={() => onOpen(outcome.invoice.id)}>
        {t('查看')}
      </Button>
    )}
    {outcome.state === 'unread' && (
      <Button
        kind="plain"
        size="small"
        icon={PencilLine}
        onClick={() => go('/pages/goods/invoices/edit', { file: outcome.file.path, name: outcome.file.name })}
      >
        {t('填写')}
      </Button>
    )}
    {outcome.state === 'refused' && outcome.existingId !== undefined && <Existing id={outcome.existingId} onOpen={onOpen} />}
  </div>
)

const Existing = ({ id, onOpen }: { id: Id; onOpen: (id: Id) => void }) => (
  <Button kind="plain" size="small" onClick={() => onOpen(id)}>
    {t('查看已有的')}
  </Button>
)

const OutcomeIcon = ({ outcome: { state } }: { outcome: UploadOutcome }) => {
  if (state === 'waits' || state === 'sends') return <Spinner />
  if (state === 'read') return <CircleCheck size={20} className="shrink-0 text-good" aria-hidden />
  return <CircleAlert size={20} className={`shrink-0 ${state === 'refused' ? 'text-bad' : 'text-warn'}`} aria-hidden />
}

const wordsOf = (outcome: UploadOutcome): string => {
  if (outcome.state === 'unread' || outcome.state === 'refused') return outcome.words
  if (outcome.state !== 'read') return outcome.state === 'waits' ? t('排队中') : t('正在读取')
  const { sellerName, total } = outcome.invoice
  return total === null ? sellerName : `${sellerName} · ${moneyWords(total)}`
}
