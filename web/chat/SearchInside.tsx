import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { briefOf } from '../../domain/chat/body.ts'
import { chatOperations } from '../../domain/chat/operations.ts'
import { call } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Empty } from '../look/Empty.tsx'
import { Problem } from '../look/Problem.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { t } from '../words.ts'
import { briefWords } from './briefWords.ts'
import { HitRow } from './HitRow.tsx'

type Props = { open: boolean; chatId: string; onClose: () => void; onOpen: (seq: number) => void }

/** Finds what was said in one conversation. */
export const SearchInside = (props: Props) => (
  <Sheet open={props.open} onClose={props.onClose} title={t('搜索聊天记录')} tall>
    {props.open && <Found {...props} />}
  </Sheet>
)

const Found = ({ chatId, onOpen }: Props) => {
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<'all' | 'file'>('all')
  const query = useInfiniteQuery({
    queryKey: [chatOperations.search.name, { chatId, search, kind }],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call(
        chatOperations.search,
        { chatId, likeQuery: search, ...(kind === 'file' && { kind }), ...(pageParam && { after: pageParam }) },
        { signal, quiet: true },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: search !== '',
  })
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  return (
    <>
      <div className="shrink-0 space-y-3 pb-3">
        <SearchBox value={search} onSearch={setSearch} autoFocus />
        <Tabs
          look="pill"
          label={t('消息类型')}
          value={kind}
          onChange={setKind}
          tabs={[
            { value: 'all', label: t('全部') },
            { value: 'file', label: t('文件') },
          ]}
        />
      </div>
      <div className="scroller min-h-0 flex-1">
        {search === '' && <Empty title={t('输入两个字即可搜索')} />}
        {search !== '' && query.isError && <Problem error={query.error} onRetry={() => void query.refetch()} />}
        {search !== '' && query.isPending && <Skeleton />}
        {search !== '' && query.isSuccess && messages.length === 0 && <Empty title={t('没有找到相关消息')} />}
        {search !== '' && query.isSuccess && messages.length > 0 && (
          <div className="overflow-hidden rounded-card bg-card">
            {messages.map((message) => (
              <HitRow
                key={message.id}
                name={message.senderName}
                avatar={message.senderAvatar}
                at={message.createdAt}
                words={briefWords(briefOf(message.content))}
                search={search}
                onPress={() => onOpen(message.seq)}
              />
            ))}
          </div>
        )}
        {query.hasNextPage && (
          <div className="flex justify-center py-3">
            <Button kind="plain" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('更多')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
