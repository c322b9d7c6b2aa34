import { AtSign, Camera, CirclePlus, FileText, ImagePlus, MapPin, Mic, ScanLine, SendHorizontal, Smile, X } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { chatLimits } from '../../domain/chat/limits.ts'
import type { ChatInfo } from '../../domain/chat/operations.ts'
import type { QuotedMessage } from './device/drafts.ts'
import { IconButton } from '../look/IconButton.tsx'
import { loadLater } from '../look/loadLater.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'
import { MentionSheet } from './MentionSheet.tsx'
import { writeFiles } from './pickedFiles.ts'
import { type ComposerHandle, useComposer } from './useComposer.ts'

const VoiceRecorder = loadLater(() => import('./VoiceRecorder.tsx'), { missing: ({ onClose }) => onClose() })

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

/** What stands below the line. */
type Panel = 'more' | 'faces'

/** Where a message is written: what was begun is kept by conversation; on desks Enter sends. */
export const Composer = ({ handle, chatId, info, several, onPlace, onCard, onScan, onWritten }: Props) => {
  const [panel, setPanel] = useState<Panel>()
  const [isNaming, setNaming] = useState(false)
  const [isSpeaking, setSpeaking] = useState(false)
  const composer = useComposer({ handle, chatId, onFold: () => setPanel(undefined), onWritten })
  const { draft, endReply, insert, mention } = composer
  const inputs = { pictures: useId(), camera: useId(), files: useId() }
  const writeAll = (files: readonly File[]) => writeFiles(chatId, files).then(onWritten)
  const speak = () => {
    setPanel(undefined)
    setSpeaking(true)
  }
  const choose = async (files: readonly File[], atMost = files.length) => {
    setPanel(undefined)
    if (files.length > atMost) toast(t('最多添加{max}个，多选的没有添加', { max: atMost }))
    await writeAll(files.slice(0, atMost))
  }

  return (
    <div className="relative z-10 shrink-0 border-t border-line bg-page pb-safe">
      {draft.reply && <QuoteLine quote={draft.reply} onCancel={endReply} />}
      {isSpeaking && <VoiceRecorder chatId={chatId} onClose={() => setSpeaking(false)} onWritten={onWritten} />}
      <WritingLine
        composer={composer}
        isHidden={isSpeaking}
        panel={panel}
        onPanel={setPanel}
        onSpeak={speak}
        onAt={() => several && setNaming(true)}
        onFiles={(files) => void writeAll(files)}
      />
      {panel === 'faces' && <Faces onPick={insert} />}
      {panel === 'more' && (
        <ul className="grid grid-cols-4 gap-y-3 px-4 pb-4 pt-1 wide:flex wide:gap-4 wide:px-6" aria-label={t('更多')}>
          <More icon={ImagePlus} label={t('图片')} htmlFor={inputs.pictures} />
          {!isDesk() && <More icon={Camera} label={t('拍照')} htmlFor={inputs.camera} />}
          <More icon={FileText} label={t('文件')} htmlFor={inputs.files} />
          {onPlace && <More icon={MapPin} label={t('位置')} onPress={onPlace} />}
          <More icon={ScanLine} label={t('扫码')} onPress={onScan} />
          {onCard && <More icon={FileText} label={t('卡片')} onPress={onCard} />}
          {several && <More icon={AtSign} label={t('提及')} onPress={() => setNaming(true)} />}
        </ul>
      )}
      <FileInputs ids={inputs} onChoose={(files, atMost) => void choose(files, atMost)} />
      {several && (
        <MentionSheet
          open={isNaming}
          info={info}
          onClose={() => setNaming(false)}
          onName={(person) => {
            setNaming(false)
            mention(person)
          }}
        />
      )}
    </div>
  )
}

/** The message that is answered. */
const QuoteLine = ({ quote: { name, words }, onCancel }: { quote: QuotedMessage; onCancel: () => void }) => (
  <div className="flex items-center gap-1 pl-4 pr-1 pt-1">
    <span className="min-w-0 flex-1 truncate border-l-2 border-accent pl-2 text-small text-quiet">
      {t('{name}：{words}', { name, words })}
    </span>
    <IconButton icon={X} iconSize={18} label={t('取消引用')} onClick={onCancel} />
  </div>
)

type WritingLineProps = {
  composer: ReturnType<typeof useComposer>
  isHidden: boolean
  panel: Panel | undefined
  onPanel: (panel: Panel | undefined) => void
  onSpeak: () => void
  /** An @ was typed that begins a name. */
  onAt: () => void
  onFiles: (files: readonly File[]) => void
}

const WritingLine = ({ composer, isHidden, panel, onPanel, onSpeak, onAt, onFiles }: WritingLineProps) => {
  const { draft, box, send } = composer
  const openMore = () => {
    box.current?.blur()
    onPanel(panel === 'more' ? undefined : 'more')
  }
  return (
    <div className={`flex items-end gap-1 px-2 py-1.5 wide:px-5 wide:py-3 ${isHidden ? 'hidden' : ''}`}>
      <IconButton icon={Mic} iconSize={25} label={t('语音')} onClick={onSpeak} className="-mr-1 text-quiet" />
      <IconButton
        icon={Smile}
        iconSize={26}
        label={t('表情')}
        aria-expanded={panel === 'faces'}
        onClick={() => onPanel(panel === 'faces' ? undefined : 'faces')}
        className="text-quiet"
      />
      <WritingArea composer={composer} onFold={() => onPanel(undefined)} onAt={onAt} onFiles={onFiles} />
      {draft.text.trim() === '' ? (
        <IconButton
          icon={CirclePlus}
          iconSize={26}
          label={t('更多')}
          aria-expanded={panel === 'more'}
          onClick={openMore}
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
  )
}

type WritingAreaProps = Pick<WritingLineProps, 'composer' | 'onAt' | 'onFiles'> & { onFold: () => void }

const WritingArea = ({ composer, onFold, onAt, onFiles }: WritingAreaProps) => {
  const { draft, box, type, insert, send } = composer
  const wide = useWide()
  const write = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart: caret } = target
    type(value)
    const isOneMore = value.length === draft.text.length + 1
    if (isOneMore && value[caret - 1] === '@' && !/[\w.]/.test(value[caret - 2] ?? '')) onAt()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isDesk()) return
    if (event.shiftKey) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey || event.altKey) insert('\n')
    else void send()
  }
  return (
    <textarea
      ref={box}
      rows={1}
      value={draft.text}
      maxLength={chatLimits.textSigns}
      aria-label={t('输入消息')}
      placeholder={wide ? t('Enter 发送，Shift+Enter 换行') : ''}
      enterKeyHint="enter"
      onFocus={() => !wide && onFold()}
      onChange={write}
      onKeyDown={press}
      onPaste={(event) => {
        const pastedFiles = [...event.clipboardData.files]
        if (pastedFiles.length === 0) return
        event.preventDefault()
        onFiles(pastedFiles)
      }}
      className="max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-[1.375rem] bg-card px-4 py-2.5 leading-normal outline-none ring-accent/40 focus:ring-2"
    />
  )
}

const Faces = ({ onPick }: { onPick: (face: string) => void }) => (
  <ul className="scroller grid max-h-44 grid-cols-8 px-2 pb-2 wide:grid-cols-[repeat(auto-fill,2.75rem)] wide:px-5" aria-label={t('表情')}>
    {faces.map((face) => (
      <li key={face}>
        <button
          type="button"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(face)}
          className="pressable flex h-11 w-full items-center justify-center rounded-control text-[1.5rem]"
        >
          {face}
        </button>
      </li>
    ))}
  </ul>
)

type FileInputsProps = {
  ids: Readonly<Record<'pictures' | 'camera' | 'files', string>>
  onChoose: (files: readonly File[], atMost?: number) => void
}

/** The inputs that the buttons for files press. */
const FileInputs = ({ ids, onChoose }: FileInputsProps) => {
  const take = (event: ChangeEvent<HTMLInputElement>, atMost?: number) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    onChoose(files, atMost)
  }
  const look = { type: 'file', className: 'sr-only', tabIndex: -1 }
  const takePictures = (event: ChangeEvent<HTMLInputElement>) => take(event, chatLimits.pictures)
  return (
    <>
      <input {...look} id={ids.pictures} accept="image/*" multiple aria-label={t('图片')} onChange={takePictures} />
      <input {...look} id={ids.camera} accept="image/*" capture="environment" aria-label={t('拍照')} onChange={takePictures} />
      <input {...look} id={ids.files} multiple aria-label={t('文件')} onChange={(event) => take(event)} />
    </>
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
