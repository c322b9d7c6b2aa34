import { Eye, FilePen, Send, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  newsDelete,
  newsInfo,
  type NewsBlock,
  newsPublish,
  newsStates,
  newsWithdraw,
  readRecordList,
  readRecordSave,
} from '../../domain/news/operations.ts'
import { useAsk } from '../ask.ts'
import { usePages } from '../pages.ts'
import { useSend } from '../send.ts'
import { fileUrl } from '../call.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { Cell } from '../look/Cell.tsx'
import { confirm, confirmDelete } from '../look/overlays/confirm.ts'
import { List } from '../look/List.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Bone, Skeleton } from '../look/Skeleton.tsx'
import { Tag } from '../look/Tag.tsx'
import { AttachmentList } from '../forms/AttachmentUpload.tsx'
import { Gallery } from '../forms/Gallery.tsx'
import { MarkupView } from '../markup/MarkupView.tsx'
import { LinkedText } from '../markup/TextLink.tsx'
import { useMay } from '../shell/May.tsx'
import { newsPictures } from './newsPictures.ts'
import { fullTime } from '../shell/dateWords.ts'
import { when } from '../shell/when.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

type Props = {
  newsId: string
  /** Known before the item is there. */
  publisher?: string | undefined
  avatar?: string | undefined
  /** It was deleted. */
  onGone: () => void
}

/** A news item in full; looking at it reads it. Its writers change, publish, withdraw and delete it here, and see who read it. */
export const NewsArticle = ({ newsId, publisher, avatar, onGone }: Props) => {
  const news = useAsk(newsInfo, { id: newsId })
  const { send: record } = useSend(readRecordSave, { background: true })
  const writes = useMay(['newannnews:save'])
  const [showReaders, setShowReaders] = useState(false)
  const data = news.data
  const unread = data?.state === newsStates.published && data.readRecordEntities.length === 0
  const read = useEffectEvent(() => void record({ newsId }).catch(() => undefined))
  useEffect(() => {
    if (unread) read()
  }, [unread])

  if (news.isError) return <Problem error={news.error} onRetry={news.refetch} />
  const cover = data
    ? newsPictures(data.pic).filter((path) => !data.body.some((block) => block.kind === 'picture' && block.url === path))
    : []
  const name = data?.userEntity.userName ?? publisher ?? ''
  return (
    <>
      <div className="scroller min-h-0 w-full flex-1 px-4 pb-8 pt-1 wide:px-8 wide:pt-4">
        <article className="mx-auto max-w-180 overflow-hidden rounded-card bg-card shadow-lift">
          <div className="px-5 pt-5 wide:px-10 wide:pt-9">
            {data ? <h2 className="break-words text-[1.375rem] font-semibold leading-8">{data.title}</h2> : <Bone className="h-7 w-4/5" />}
            <div className="mt-4 flex items-center gap-2.5 border-b border-line pb-4">
              <Avatar name={name || '—'} src={data?.userEntity.avatar ?? avatar ?? ''} size={36} />
              <div className="min-w-0 flex-1">
                <p className="truncate text-body">{name}</p>
                <p className="text-small text-faint">{data && fullTime(data.publishedAt ?? data.createdAt)}</p>
              </div>
              {data && data.state !== newsStates.published && (
                <Tag tone={data.state === newsStates.draft ? 'warn' : 'plain'}>
                  {data.state === newsStates.draft ? t('草稿') : t('已撤下')}
                </Tag>
              )}
              {data?.newsType === 'notice' && <Tag tone="accent">{t('公告')}</Tag>}
            </div>
          </div>
          {data ? (
            <div className="space-y-4 px-5 py-5 wide:px-10 wide:pb-10">
              {cover.slice(0, 1).map((path) => (
                <Photo key={path} paths={cover} path={path} />
              ))}
              {data.body.length === 0 && data.summary && <p className="text-[1.0625rem] leading-8">{data.summary}</p>}
              {data.body.map((block, index) => (
                // The blocks of a text have no names; they never change places while it is read.
                <Block key={`${index}-${block.kind}`} block={block} all={data.body} />
              ))}
              {cover.length > 1 && (
                <div className="flex flex-wrap gap-2">
                  {cover.slice(1).map((path, index) => (
                    <Gallery key={path} paths={cover} index={index + 1} className="size-24" />
                  ))}
                </div>
              )}
              <button
                type="button"
                disabled={!writes}
                onClick={() => setShowReaders(true)}
                className="flex min-h-11 items-center gap-1.5 text-small text-faint"
              >
                <Eye size={16} aria-hidden />
                {t('{count}人已读', { count: data.readCount })}
                {writes && <span className="text-accent-strong">· {t('查看')}</span>}
              </button>
            </div>
          ) : (
            <Skeleton rows={5} picture={false} />
          )}
        </article>
      </div>
      {writes && data && <Actions newsId={newsId} state={data.state} title={data.title} onGone={onGone} />}
      <Readers newsId={newsId} open={showReaders} onClose={() => setShowReaders(false)} />
    </>
  )
}

const Block = ({ block, all }: { block: NewsBlock; all: readonly NewsBlock[] }) => {
  if (block.kind === 'heading') return <h3 className="break-words pt-1 text-title font-semibold">{block.text}</h3>
  if (block.kind === 'text')
    return block.marks ? (
      <div className="text-[1.0625rem] leading-8">
        <MarkupView text={block.text} />
      </div>
    ) : (
      <p className="whitespace-pre-line break-words text-[1.0625rem] leading-8">
        <LinkedText text={block.text} />
      </p>
    )
  if (block.kind === 'files')
    return (
      <section aria-label={t('附件')} className="rounded-control bg-sunken px-4 py-1">
        <AttachmentList attachments={block.files} />
      </section>
    )
  const paths = all.flatMap((reply) => (reply.kind === 'picture' ? [reply.url] : []))
  return (
    <figure>
      <Photo paths={paths} path={block.url} />
      {block.caption && <figcaption className="pt-2 text-center text-small text-faint">{block.caption}</figcaption>}
    </figure>
  )
}

/** A picture as wide as the text. */
const Photo = ({ paths, path }: { paths: readonly string[]; path: string }) => (
  <Gallery paths={paths} index={paths.indexOf(path)}>
    <img
      src={fileUrl(path)}
      alt=""
      loading="lazy"
      decoding="async"
      className="block max-h-160 w-full rounded-control bg-sunken object-contain"
    />
  </Gallery>
)

const Actions = ({ newsId, state, title, onGone }: { newsId: string; state: 1 | 2 | 3; title: string; onGone: () => void }) => {
  const publish = useSend(newsPublish, { done: '已发布' })
  const withdraw = useSend(newsWithdraw, { done: '已撤下' })
  const remove = useSend(newsDelete, { done: '已删除' })
  const mayDelete = useMay(['newannnews:delete'])
  const isPublished = state === newsStates.published
  const onPublish = async () => {
    const isAgreed = await confirm({
      title: t('发布“{title}”？', { title }),
      text: t('发布后所有人都能看到，并会收到消息。'),
      yes: t('发布'),
    })
    if (isAgreed) await publish.send({ id: newsId })
  }
  const onWithdraw = async () => {
    if (await confirm({ title: t('撤下“{title}”？', { title }), text: t('撤下后其他人不再看到，可以重新发布。'), yes: t('撤下') }))
      await withdraw.send({ id: newsId })
  }
  const onDelete = async () => {
    if (!(await confirmDelete())) return
    await remove.send({ ids: [newsId] })
    onGone()
  }
  return (
    <div className="shrink-0 border-t border-line bg-card pb-safe">
      <div className="mx-auto flex max-w-180 items-center gap-2 px-4 py-2.5">
        {mayDelete && <Button kind="danger" icon={Trash2} aria-label={t('删除')} className="!px-3.5" onClick={() => void onDelete()} />}
        <Button kind="secondary" wide icon={FilePen} onClick={() => go('/pages/news/newannnews-fedit', { newsId })}>
          {t('修改')}
        </Button>
        {isPublished ? (
          <Button kind="secondary" wide icon={Undo2} busy={withdraw.sending} onClick={() => void onWithdraw()}>
            {t('撤下')}
          </Button>
        ) : (
          <Button wide icon={Send} busy={publish.sending} onClick={() => void onPublish()}>
            {t('发布')}
          </Button>
        )}
      </div>
    </div>
  )
}

const Readers = ({ newsId, open, onClose }: { newsId: string; open: boolean; onClose: () => void }) => (
  <Sheet open={open} onClose={onClose} title={t('阅读记录')} tall>
    {open && <ReaderList newsId={newsId} />}
  </Sheet>
)

const ReaderList = ({ newsId }: { newsId: string }) => {
  const pages = usePages(readRecordList, { newsId })
  return (
    <div className="-mx-4 flex min-h-0 flex-1 flex-col wide:-mx-5">
      <List
        pages={pages}
        keyOf={(row) => row.readId}
        row={(row) => <Cell start={<Avatar name={row.userName} size={36} />} title={row.userName} value={when(row.readAt)} />}
        empty={{ title: t('还没有人阅读') }}
      />
    </div>
  )
}
