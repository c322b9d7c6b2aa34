import { ArrowDown, ArrowUp, Heading2, ImagePlus, type LucideIcon, Paperclip, Pilcrow, X } from 'lucide-react'
import { useState } from 'react'
import {
  maxNewsFiles,
  type NewsBlock,
  type NewsInfo,
  newsInfo,
  newsPublish,
  newsSave,
  newsStates,
  newsUpdate,
  newsWithdraw,
} from '../../domain/news/operations.ts'
import { maxAlbumImages } from '../../domain/rules/constants.ts'
import { newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { useSend } from '../send.ts'
import { Button } from '../look/Button.tsx'
import type { Busy } from '../look/holdButton.ts'
import { Card, Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { confirm, confirmDelete } from '../look/overlays/confirm.ts'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { toast } from '../look/overlays/toast.ts'
import { AttachmentUpload } from '../forms/AttachmentUpload.tsx'
import { MarkupField } from '../markup/MarkupField.tsx'
import { newsPictures } from './newsPictures.ts'
import { PictureUpload } from '../forms/PictureUpload.tsx'
import { useLeaveGuard, useSearch } from '../screen.ts'
import { back, leaveFreely } from '../travel.ts'
import { t } from '../words.ts'
import { keysOf } from '../../kernel/keysOf.ts'

/** Writes a news item or an announcement: title, pictures, and a text of headings, paragraphs, pictures and files. */
export default function NewsEdit() {
  const { newsId } = useSearch('/pages/news/newannnews-fedit')
  const news = useAsk(newsInfo, { id: newsId ?? '' }, { enabled: newsId !== undefined, staleMs: Infinity })
  if (newsId === undefined) return <Editor news={undefined} />
  if (news.data) return <Editor key={news.data.newsId} news={news.data} />
  return (
    <Page width="form">{news.isError ? <Problem error={news.error} onRetry={news.refetch} /> : <Skeleton rows={6} picture={false} />}</Page>
  )
}

type Draft = {
  newsType: 'news' | 'notice'
  title: string
  summary: string
  pic: readonly string[]
  pinned: boolean
  blocks: readonly DraftBlock[]
}
/** A block under the pen; `key` tells it from its neighbours while blocks change places. A picture may still be missing: `url` is empty. */
type DraftBlock = { readonly key: string; readonly block: NewsBlock }

const Editor = ({ news }: { news: NewsInfo | undefined }) => {
  const [id] = useState(() => news?.newsId ?? newId())
  const [first] = useState(() => draftOf(news))
  // What this draft stands on: another person's change meanwhile is refused, not overwritten.
  const [version, setVersion] = useState(news?.version)
  const [draft, setDraft] = useState(first)
  const [titleProblem, setTitleProblem] = useState<string>()
  const save = useSend(newsSave)
  const update = useSend(newsUpdate)
  const publish = useSend(newsPublish)
  const withdraw = useSend(newsWithdraw)
  const busy = save.sending || update.sending || publish.sending || withdraw.sending
  const isPublished = news?.state === newsStates.published
  useLeaveGuard(draft !== first)

  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))

  const hasTitle = (): boolean => {
    const missing = draft.title.trim() === ''
    setTitleProblem(missing ? t('请输入标题') : undefined)
    return !missing
  }
  const keep = async (): Promise<boolean> => {
    if (!hasTitle()) return false
    const { newsType, title, summary, pic, pinned } = draft
    const content = { newsType, title: title.trim(), summary: summary.trim(), pic: [...pic], pinned, body: bodyOf(draft.blocks) }
    const savedNews = version === undefined ? await save.send({ id, ...content }) : await update.send({ id, version, ...content })
    setVersion(savedNews.version)
    return true
  }
  const leaveWith = (words: string) => {
    toast(words, 'success')
    leaveFreely()
    void back()
  }
  const onKeep = async () => {
    if (await keep()) leaveWith(isPublished ? t('已保存') : t('草稿已保存'))
  }
  const onPublish = async () => {
    if (!hasTitle()) return
    if (bodyOf(draft.blocks).length === 0 && draft.summary.trim() === '') return toast(t('请先写正文'), 'error')
    if (!(await confirm({ title: t('现在发布？'), text: t('发布后所有人都能看到，并会收到消息。'), yes: t('发布') }))) return
    if (!(await keep())) return
    await publish.send({ id })
    leaveWith(t('已发布'))
  }
  const onWithdraw = async () => {
    if (!(await confirm({ title: t('撤下这条内容？'), text: t('撤下后其他人不再看到，可以重新发布。'), yes: t('撤下') }))) return
    await withdraw.send({ id })
    leaveWith(t('已撤下'))
  }

  return (
    <Page
      width="form"
      text={news ? undefined : t('写新闻公告')}
      bottom={
        <EditButtons
          isPublished={isPublished}
          busy={busy}
          onKeep={() => void onKeep()}
          onPublish={() => void onPublish()}
          onWithdraw={() => void onWithdraw()}
        />
      }
    >
      <Head
        draft={draft}
        problem={titleProblem}
        onChange={(change) => {
          set(change)
          if (change.title !== undefined) setTitleProblem(undefined)
        }}
      />
      <h2 className="px-1 pb-1.5 text-small font-medium text-quiet">{t('正文')}</h2>
      <Blocks blocks={draft.blocks} onChange={(blocks) => set({ blocks })} />
    </Page>
  )
}

type EditButtonsProps = { isPublished: boolean; busy: Busy; onKeep: () => void; onPublish: () => void; onWithdraw: () => void }

/** What may be done with an item that is published, or with a draft. */
const EditButtons = ({ isPublished, busy, onKeep, onPublish, onWithdraw }: EditButtonsProps) =>
  isPublished ? (
    <>
      <Button kind="secondary" size="large" className="flex-1 wide:flex-none" disabled={busy} onClick={onWithdraw}>
        {t('撤下')}
      </Button>
      <Button size="large" className="flex-1 wide:flex-none" busy={busy} onClick={onKeep}>
        {t('保存')}
      </Button>
    </>
  ) : (
    <>
      <Button kind="secondary" size="large" className="flex-1 wide:flex-none" disabled={busy} onClick={onKeep}>
        {t('存草稿')}
      </Button>
      <Button size="large" className="flex-1 wide:flex-none" busy={busy} onClick={onPublish}>
        {t('发布')}
      </Button>
    </>
  )

type HeadProps = { draft: Draft; problem: string | undefined; onChange: (change: Partial<Draft>) => void }

/** What lists and messages show of it. */
const Head = ({ draft, problem, onChange }: HeadProps) => (
  <Section>
    <Choice
      label={t('类型')}
      value={draft.newsType}
      onChange={(newsType) => onChange({ newsType: newsType === 'notice' ? 'notice' : 'news' })}
      options={[
        { value: 'news', label: '新闻' },
        { value: 'notice', label: '公告' },
      ]}
      required
    />
    <TextField label={t('标题')} value={draft.title} onChange={(title) => onChange({ title })} error={problem} maxLength={100} required />
    <TextArea
      label={t('摘要')}
      value={draft.summary}
      onChange={(summary) => onChange({ summary })}
      max={300}
      lines={2}
      placeholder={t('一两句话，显示在列表和消息里')}
    />
    <PictureUpload
      label={t('封面图片')}
      value={draft.pic}
      onChange={(pic) => onChange({ pic })}
      max={maxAlbumImages}
      hint={t('第一张显示在工作台的轮播里')}
    />
    <Switch label={t('置顶')} text={t('排在列表最前面')} value={draft.pinned} onChange={(isPinned) => onChange({ pinned: isPinned })} />
  </Section>
)

const Blocks = ({ blocks, onChange }: { blocks: readonly DraftBlock[]; onChange: (blocks: readonly DraftBlock[]) => void }) => {
  const put = (index: number, block: NewsBlock) =>
    onChange(blocks.map((draft, position) => (position === index ? { ...draft, block } : draft)))
  const swap = (index: number, otherIndex: number) => {
    const [block, neighbour] = [blocks[index], blocks[otherIndex]]
    if (block && neighbour) onChange(blocks.with(index, neighbour).with(otherIndex, block))
  }
  const remove = async (index: number) => {
    const draft = blocks[index]
    if (!draft) return
    if (isEmptyBlock(draft.block) || (await confirmDelete(t('确定删除这一段吗?'))))
      onChange(blocks.filter((_, blockIndex) => blockIndex !== index))
  }
  return (
    <div className="space-y-3">
      {blocks.map(({ key, block }, index) => (
        <Card key={key} flush>
          <div className="flex items-center justify-end border-b border-line pl-4 pr-1">
            <span className="mr-auto text-small text-faint">{t('第{n}段', { n: index + 1 })}</span>
            <IconButton icon={ArrowUp} iconSize={18} label={t('上移')} disabled={index === 0} onClick={() => swap(index, index - 1)} />
            <IconButton
              icon={ArrowDown}
              iconSize={18}
              label={t('下移')}
              disabled={index === blocks.length - 1}
              onClick={() => swap(index, index + 1)}
            />
            <IconButton icon={X} iconSize={18} label={t('删除这一段')} onClick={() => void remove(index)} />
          </div>
          <BlockFields block={block} onChange={(next) => put(index, next)} />
        </Card>
      ))}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-3">
        {keysOf(kinds).map((kind) => {
          const { icon: Icon, label, made } = kinds[kind]
          return (
            <button
              key={kind}
              type="button"
              onClick={() => onChange([...blocks, draftBlock(made)])}
              className="flex h-14 items-center justify-center gap-2 rounded-card border border-dashed border-faint/60 text-body text-quiet transition active:bg-sunken"
            >
              <Icon size={18} aria-hidden />
              {t(label)}
            </button>
          )
        })}
      </div>
    </div>
  )
}

const BlockFields = ({ block, onChange }: { block: NewsBlock; onChange: (block: NewsBlock) => void }) => {
  if (block.kind === 'heading')
    return <TextField label={t('小标题')} value={block.text} onChange={(text) => onChange({ ...block, text })} maxLength={200} />
  if (block.kind === 'text')
    // What was written before there were marks has them from its first change on.
    return (
      <MarkupField label={t('段落')} value={block.text} onChange={(text) => onChange({ kind: 'text', text, marks: true })} max={5000} />
    )
  if (block.kind === 'files')
    return (
      <AttachmentUpload
        label={t('附件')}
        value={block.files}
        onChange={(files) => onChange({ kind: 'files', files: [...files] })}
        max={maxNewsFiles}
      />
    )
  return (
    <>
      <PictureUpload
        label={t('图片')}
        value={block.url === '' ? [] : [block.url]}
        onChange={([url]) => onChange({ ...block, url: url ?? '' })}
        max={1}
      />
      <TextField
        label={t('图片说明')}
        value={block.caption ?? ''}
        onChange={(caption) => onChange({ ...block, caption })}
        maxLength={200}
      />
    </>
  )
}

const kinds: Readonly<Record<NewsBlock['kind'], { icon: LucideIcon; label: string; made: NewsBlock }>> = {
  heading: { icon: Heading2, label: '小标题', made: { kind: 'heading', text: '' } },
  text: { icon: Pilcrow, label: '段落', made: { kind: 'text', text: '', marks: true } },
  picture: { icon: ImagePlus, label: '图片', made: { kind: 'picture', url: '' } },
  files: { icon: Paperclip, label: '附件', made: { kind: 'files', files: [] } },
}

const draftBlock = (block: NewsBlock): DraftBlock => ({ key: newId(), block })

const draftOf = (news: NewsInfo | undefined): Draft => ({
  newsType: news?.newsType ?? 'news',
  title: news?.title ?? '',
  summary: news?.summary ?? '',
  pic: news ? newsPictures(news.pic) : [],
  pinned: news?.pinned ?? false,
  blocks: news ? news.body.map(draftBlock) : [draftBlock(kinds.text.made)],
})

/** What is worth keeping: blocks with something in them. */
const bodyOf = (blocks: readonly DraftBlock[]): NewsBlock[] =>
  blocks.flatMap(({ block }): NewsBlock[] => {
    if (isEmptyBlock(block)) return []
    if (block.kind !== 'picture') return [block]
    const caption = block.caption?.trim()
    return [{ kind: 'picture', url: block.url, ...(caption && { caption }) }]
  })

const isEmptyBlock = (block: NewsBlock): boolean => {
  if (block.kind === 'picture') return block.url === ''
  return block.kind === 'files' ? block.files.length === 0 : block.text.trim() === ''
}
