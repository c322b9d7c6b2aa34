import { AtSign, Camera, CirclePlus, FileText, ImagePlus, MapPin, Mic, ScanLine, SendHorizontal, Smile, X } from 'lucide-react'
import {
  type ChangeEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Bodies, Mention } from '../../domain/chat/body.ts'
import { chatLimits } from '../../domain/chat/limits.ts'
import type { ChatInfo } from '../../domain/chat/operations.ts'
import { write } from './device/device.ts'
import { type Draft, draftOf, keepDraft, type QuotedMessage } from './device/drafts.ts'
import { insertMention, mentionsAfter, trimMessage } from './device/mentions.ts'
import { IconButton } from '../look/IconButton.tsx'
import { loadLater } from '../look/later.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'
import { cardWritten } from './cardWritten.ts'
import { isKept, writeFiles } from './picked.ts'
import { MentionSheet } from './MentionSheet.tsx'

const VoiceRecorder = loadLater(() => import('./VoiceRecorder.tsx'), { missing: ({ onClose }) => onClose() })

export type ComposerHandle = {
  readonly reply: (quote: QuotedMessage) => void
  readonly name: (person: { readonly uid: string; readonly name: string }) => void
  readonly insert: (text: string) => void
  /** Takes up a text that was taken back, behind what is begun. */
  readonly rewrite: (body: Bodies['text']) => void
}

type Props = {
  handle: RefObject<ComposerHandle | null>
  chatId: string
  info: ChatInfo | undefined
  /** More than one other person may read it: they can be named. */
  several: boolean
  onPlace?: (() => void) | undefined
  onCard?: (() => void) | undefined
  onScan: () => void
  /** Something was put down to be sent. */
  onWritten: () => void
}

/** Where a message is written: what was begun is kept by conversation; on desks Enter sends. */
export const Composer = ({ handle, chatId, info, several, onPlace, onCard, onScan, onWritten }: Props) => {
  const [draft, setDraft] = useState<Draft>(() => draftOf(chatId))
  const [panel, setPanel] = useState<'more' | 'faces'>()
  const [naming, setNaming] = useState(false)
  const [speaking, setSpeaking] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number>(undefined)
  const wide = useWide()
  const pictures = useId()
  const files = useId()
  const camera = useId()
  const { text, mentions, reply } = draft

  const change = (next: Draft) => {
    setDraft(next)
    keepDraft(chatId, next)
  }
  useLayoutEffect(() => {
    const area = box.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${Math.min(area.scrollHeight, 160)}px`
    if (caret.current === undefined) return
    area.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  useEffect(() => {
    if (wide) box.current?.focus()
  }, [wide])

  const insert = (words: string) => {
    const area = box.current
    const from = area?.selectionStart ?? text.length
    const next = text.slice(0, from) + words + text.slice(area?.selectionEnd ?? from)
    if (next.length > chatLimits.textSigns) return
    caret.current = from + words.length
    change({ ...draft, text: next, mentions: mentionsAfter(text, next, mentions) })
  }
  const nameSomebody = ({ uid, name }: { uid: string; name: string }) => {
    const next = insertMention(text, box.current?.selectionStart ?? text.length, mentions, { uid, name })
    caret.current = next.caret
    change({ ...draft, text: next.text, mentions: next.mentions })
    box.current?.focus()
  }
  useImperativeHandle(handle, () => ({
    reply: (quote) => {
      change({ ...draft, reply: quote })
      box.current?.focus()
    },
    name: nameSomebody,
    insert,
    rewrite: (body) => {
      const before = text.trim() === '' ? '' : `${text.trimEnd()}\n`
      const shift = ({ from, to, uid }: Mention): Mention => ({ from: from + before.length, to: to + before.length, uid })
      const next = (before + body.text).slice(0, chatLimits.textSigns)
      caret.current = next.length
      change({ ...draft, text: next, mentions: [...mentions, ...body.mentions.map(shift)].filter(({ to }) => to <= next.length) })
      setPanel(undefined)
      box.current?.focus()
    },
  }))

  const send = async () => {
    const said = trimMessage(text, mentions)
    if (said.text === '') return
    change({ text: '', mentions: [] })
    setPanel(undefined)
    const card = said.mentions.length === 0 ? await cardWritten(said.text) : undefined
    const content = card ? { kind: 'card' as const, body: card, reply } : { kind: 'text' as const, body: said, reply }
    if (await isKept(write(chatId, content))) onWritten()
    else change(draft)
  }
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    setPanel(undefined)
    const fitting = event.target.id === pictures || event.target.id === camera ? files.slice(0, chatLimits.pictures) : files
    if (fitting.length < files.length) toast(t('最多添加{max}个，多选的没有添加', { max: chatLimits.pictures }))
    await writeFiles(chatId, fitting)
    onWritten()
  }

  return (
    <div className="relative z-10 shrink-0 border-t border-line bg-page pb-safe">
      {reply && (
        <div className="flex items-center gap-1 pl-4 pr-1 pt-1">
          <span className="min-w-0 flex-1 truncate border-l-2 border-accent pl-2 text-small text-quiet">
            {t('{name}：{words}', { name: reply.name, words: reply.words })}
          </span>
          <IconButton
            icon={X}
            iconSize={18}
            label={t('取消引用')}
            onClick={() => {
              const { reply: _, ...others } = draft
              change(others)
            }}
          />
        </div>
      )}
      {speaking && <VoiceRecorder chatId={chatId} onClose={() => setSpeaking(false)} onWritten={onWritten} />}
      <div className={`flex items-end gap-1 px-2 py-1.5 wide:px-5 wide:py-3 ${speaking ? 'hidden' : ''}`}>
        <IconButton
          icon={Mic}
          iconSize={25}
          label={t('语音')}
          onClick={() => {
            setPanel(undefined)
            setSpeaking(true)
          }}
          className="-mr-1 text-quiet"
        />
        <IconButton
          icon={Smile}
          iconSize={26}
          label={t('表情')}
          aria-expanded={panel === 'faces'}
          onClick={() => setPanel(panel === 'faces' ? undefined : 'faces')}
          className="text-quiet"
        />
        <textarea
          ref={box}
          rows={1}
          value={text}
          maxLength={chatLimits.textSigns}
          aria-label={t('输入消息')}
          placeholder={wide ? t('Enter 发送，Shift+Enter 换行') : ''}
          enterKeyHint="enter"
          onFocus={() => !wide && setPanel(undefined)}
          onChange={(event) => {
            const next = event.target.value
            change({ ...draft, text: next, mentions: mentionsAfter(text, next, mentions) })
            const caret = event.target.selectionStart
            if (several && next.length === text.length + 1 && next[caret - 1] === '@' && !/[\w.]/.test(next[caret - 2] ?? ''))
              setNaming(true)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isDesk()) return
            if (event.shiftKey) return
            event.preventDefault()
            if (event.ctrlKey || event.metaKey || event.altKey) insert('\n')
            else void send()
          }}
          onPaste={(event) => {
            const pastedFiles = [...event.clipboardData.files]
            if (pastedFiles.length === 0) return
            event.preventDefault()
            void writeFiles(chatId, pastedFiles).then(onWritten)
          }}
          className="max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-[1.375rem] bg-card px-4 py-2.5 leading-normal outline-none ring-accent/40 focus:ring-2"
        />
        {text.trim() === '' ? (
          <IconButton
            icon={CirclePlus}
            iconSize={26}
            label={t('更多')}
            aria-expanded={panel === 'more'}
            onClick={() => {
              box.current?.blur()
              setPanel(panel === 'more' ? undefined : 'more')
            }}
            className="text-quiet"
          />
        ) : (
          <button
            type="button"
            aria-label={t('发送')}
            title={t('发送')}
            // The keyboard stays where it is.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => void send()}
            className="flex size-11 shrink-0 items-center justify-center rounded-full bg-[#0071e3] text-white active:opacity-70"
          >
            <SendHorizontal size={20} aria-hidden />
          </button>
        )}
      </div>
      {panel === 'faces' && (
        <ul
          className="scroller grid max-h-44 grid-cols-8 px-2 pb-2 wide:grid-cols-[repeat(auto-fill,2.75rem)] wide:px-5"
          aria-label={t('表情')}
        >
          {faces.map((face) => (
            <li key={face}>
              <button
                type="button"
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => insert(face)}
                className="pressable flex h-11 w-full items-center justify-center rounded-control text-[1.5rem]"
              >
                {face}
              </button>
            </li>
          ))}
        </ul>
      )}
      {panel === 'more' && (
        <ul className="grid grid-cols-4 gap-y-3 px-4 pb-4 pt-1 wide:flex wide:gap-4 wide:px-6" aria-label={t('更多')}>
          <More icon={ImagePlus} label={t('图片')} htmlFor={pictures} />
          {!isDesk() && <More icon={Camera} label={t('拍照')} htmlFor={camera} />}
          <More icon={FileText} label={t('文件')} htmlFor={files} />
          {onPlace && <More icon={MapPin} label={t('位置')} onPress={onPlace} />}
          <More icon={ScanLine} label={t('扫码')} onPress={onScan} />
          {onCard && <More icon={FileText} label={t('卡片')} onPress={onCard} />}
          {several && <More icon={AtSign} label={t('提及')} onPress={() => setNaming(true)} />}
        </ul>
      )}
      <input
        id={pictures}
        type="file"
        accept="image/*"
        multiple
        aria-label={t('图片')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void choose(event)}
      />
      <input
        id={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t('拍照')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void choose(event)}
      />
      <input
        id={files}
        type="file"
        multiple
        aria-label={t('文件')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void choose(event)}
      />
      {several && (
        <MentionSheet
          open={naming}
          info={info}
          onClose={() => setNaming(false)}
          onName={(person) => {
            setNaming(false)
            nameSomebody(person)
          }}
        />
      )}
    </div>
  )
}

/** A keyboard with keys, not one on the glass. */
const isDesk = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches

const More = ({
  icon: Icon,
  label,
  htmlFor,
  onPress,
}: {
  icon: typeof FileText
  label: string
  htmlFor?: string
  onPress?: () => void
}) => {
  const look = 'flex w-full min-w-16 cursor-pointer flex-col items-center gap-1.5 text-small text-quiet active:opacity-60'
  const picture: ReactNode = (
    <span className="flex size-14 items-center justify-center rounded-card bg-card text-ink shadow-lift">
      <Icon size={26} strokeWidth={1.6} aria-hidden />
    </span>
  )
  return (
    <li>
      {htmlFor ? (
        <label htmlFor={htmlFor} className={look}>
          {picture}
          {label}
        </label>
      ) : (
        <button type="button" onClick={onPress} className={look}>
          {picture}
          {label}
        </button>
      )}
    </li>
  )
}

const faces = [
  ...'😀😄😁😂🙂😉😊😍😘😜🤔😐😏😴😷😢😭😡😱🙏👍👎👌👏💪🤝✌️🌹🎉🎂☕🍻❤️💔🔥⭐✅❌⚠️📌📎📷📦🔧🚚🏢📅⏰'.matchAll(
    /\p{Extended_Pictographic}\uFE0F?/gu,
  ),
].map(([face]) => face)
