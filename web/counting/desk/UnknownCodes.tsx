import { useState } from 'react'
import {
  countTaskDismissUnknown,
  countTaskInfo,
  countTaskResolve,
  countTaskUnknown,
  type CountUnknownRow,
} from '../../../domain/counting/operations.ts'
import { useAsk } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { confirm } from '../../look/overlays/confirm.ts'
import { Button } from '../../look/Button.tsx'
import type { Busy } from '../../look/holdButton.ts'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { SearchBox } from '../../look/fields/SearchBox.tsx'
import { Tag } from '../../look/Tag.tsx'
import { usePages } from '../../pages.ts'
import { Gallery } from '../../forms/Gallery.tsx'
import { when } from '../../shell/when.ts'
import { useSearch } from '../../screen.ts'
import { useSend } from '../../send.ts'
import { t } from '../../words.ts'
import { isOver } from './countLook.ts'
import { ResolveSheet } from './ResolveSheet.tsx'

/** Codes that were read and that nothing of ours bears: each is an asset without its label, a thing without a card, or another person's. */
export default function UnknownCodes() {
  const { id = '' } = useSearch('/pages/goods/GsInventoryOrder/gsinventoryunknown')
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState<CountUnknownRow>()
  const { data, error, refetch } = useAsk(countTaskInfo, { id }, { keep: true })
  const pages = usePages(countTaskUnknown, { taskId: id, ...(search && { likeQuery: search }) })
  const { send, sending } = useSend(countTaskResolve, { done: '已处理' })
  const { send: dismiss, sending: dismissing } = useSend(countTaskDismissUnknown, { done: '已处理' })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const may = data.may.includes('review') && !isOver(data)
  const foreign = (row: CountUnknownRow) =>
    void send({ taskId: id, id: row.id, becomes: 'foreign' }).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
  const open = data.numbers.unknown
  const dismissAll = async () => {
    const words = { title: t('其余{n}个编码都不是我们的？', { n: open }), text: t('仍可逐个改变，直到盘点结束。'), yes: t('都不是我们的') }
    if (!(await confirm(words))) return
    await dismiss({ taskId: id }).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
  }
  return (
    <Page
      text={data.name}
      right={
        may &&
        open > 1 && (
          <Button kind="plain" size="small" disabled={dismissing} onClick={() => void dismissAll()}>
            {t('都不是我们的')}
          </Button>
        )
      }
      scroll={false}
      below={
        <div className="flex px-4 pb-2 wide:px-5">
          <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索编码')} />
        </div>
      }
    >
      <List
        pages={pages}
        apart
        abreast={2}
        picture={false}
        keyOf={(row) => row.id}
        row={(row) => (
          <Code row={row} may={may && !row.document} busy={sending} onAsk={() => setAsked(row)} onForeign={() => foreign(row)} />
        )}
        empty={{ title: search ? t('没有找到') : t('没有未知编码'), text: search ? '' : t('扫到不认识的编码会记在这里，一个也不会丢。') }}
      />
      <ResolveSheet task={data} open={asked !== undefined} of={asked} onClose={() => setAsked(undefined)} />
    </Page>
  )
}

type CodeProps = { row: CountUnknownRow; may: boolean; busy: Busy; onAsk: () => void; onForeign: () => void }

const Code = ({ row, may, busy, onAsk, onForeign }: CodeProps) => (
  <div className="rounded-card bg-card px-4 py-3 shadow-lift">
    <div className="flex items-start gap-3">
      {row.file && <Gallery paths={[row.file]} className="size-12" />}
      <div className="min-w-0 flex-1">
        <p className="break-all font-mono text-body font-medium">{row.code || t('没有编码')}</p>
        <p className="mt-0.5 text-small text-quiet">
          {[row.place?.name, row.person?.name, when(row.firstAt), row.times > 1 && t('扫到{n}次', { n: row.times })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {row.becomes && <Tag tone={row.becomes === 'foreign' ? 'plain' : 'good'}>{t(becomesWords[row.becomes])}</Tag>}
    </div>
    {(row.linked || row.surplus) && (
      <p className="mt-1.5 text-small text-quiet">
        {row.linked?.name ?? [row.surplus?.name, row.surplus?.modelName].filter(Boolean).join(' · ')}
      </p>
    )}
    {may && (
      <div className="mt-2.5 flex justify-end gap-2">
        {row.becomes !== 'foreign' && (
          <Button kind="plain" size="small" disabled={busy} onClick={onForeign}>
            {t('不是我们的')}
          </Button>
        )}
        <Button kind="secondary" size="small" disabled={busy} onClick={onAsk}>
          {row.becomes ? t('改变') : t('这是什么？')}
        </Button>
      </div>
    )}
  </div>
)

const becomesWords = { linked: '已认出', surplus: '盘盈', foreign: '不是我们的' } as const
