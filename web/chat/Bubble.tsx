import { CircleAlert, Clock3, FileText, MapPin, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Bodies, type Content, piecesOf } from '../../domain/chat/body.ts'
import type { ChatMessage } from '../../domain/chat/operations.ts'
import type { Place } from '../../kernel/fields/place.ts'
import { writeAgain, type WrittenMessage } from './device/device.ts'
import { fileUrl } from '../call.ts'
import { Avatar } from '../look/Avatar.tsx'
import { CheckMark } from '../look/fields/CheckBox.tsx'
import { Picture } from '../look/Picture.tsx'
import { drawText } from '../look/drawText.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { Gallery } from '../forms/Gallery.tsx'
import { TextLink } from '../markup/TextLink.tsx'
import { sizeText } from '../forms/sizeText.ts'
import { briefWords } from './briefWords.ts'
import { LiveCard } from '../cards/LiveCard.tsx'
import { ReactionLine } from './ReactionLine.tsx'
import { VoiceLine } from './VoiceLine.tsx'

/** What a menu stands beside: the message, or the point that was touched where the message is too large for that. */
export type MenuPlace = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>

/** What a message shows besides what it says. */
export type BubbleProps = {
  readonly own: boolean
  /** Said by a person whose name stands above. */
  readonly named: boolean
  readonly onAvatar?: (() => void) | undefined
  /** A finger lay on it, or it was clicked with the other button. */
  readonly onMenu: (place: MenuPlace) => void
  readonly onReply?: (() => void) | undefined
  /** While several are chosen: whether this one is, and what a tap does. */
  readonly choosing?: { readonly chosen: boolean; readonly onChoose: () => void } | undefined
  readonly lit?: boolean
}

/** A message that the server has. */
export const MessageBubble = ({
  message,
  below,
  me,
  onReact,
  ...props
}: BubbleProps & {
  message: ChatMessage
  below?: ReactNode
  me: string
  onReact?: ((face: string, isOn: boolean) => void) | undefined
}) => {
  const { content, reply, reactions } = message
  return (
    <Row {...props} name={message.senderName} avatar={message.senderAvatar ?? ''} below={below}>
      <Ground content={content} own={props.own} onMenu={props.onMenu}>
        <Body content={content} own={props.own} />
      </Ground>
      {reply && (
        <button type="button" onClick={props.onReply} className={quoteLook}>
          {drawText(t('{name}：{words}', { name: reply.senderName, words: reply.brief ? briefWords(reply.brief) : t('消息已撤回') }))}
        </button>
      )}
      {reactions.length > 0 && <ReactionLine reactions={reactions} me={me} onReact={onReact} />}
    </Row>
  )
}

const quoteLook = 'pressable mt-1 block max-w-full truncate rounded-control bg-sunken px-3 py-1.5 text-left text-small text-quiet'

/** What its author has written and the server does not have. */
export const WrittenBubble = ({
  message,
  name,
  avatar,
  onMenu,
}: { message: WrittenMessage; name: string; avatar: string } & Pick<BubbleProps, 'onMenu'>) => {
  const { content, state, files } = message
  const isRefused = state === 'refused'
  return (
    <Row
      {...{ own: true, named: false, name, avatar, onMenu }}
      aside={
        isRefused ? (
          <CircleAlert size={20} role="img" aria-label={t('没有发出')} className="shrink-0 text-bad" />
        ) : (
          <Clock3 size={16} role="img" aria-label={t('正在发送')} className="appear-late shrink-0 text-faint" />
        )
      }
      below={
        isRefused && (
          <span className="flex flex-wrap items-center justify-end gap-x-3 text-small">
            <span role="alert" className="text-bad">
              {message.refusal}
            </span>
            <button
              type="button"
              onClick={() => void writeAgain(message.id)}
              className="reach inline-flex items-center gap-1 text-accent-strong"
            >
              <RotateCw size={14} aria-hidden />
              {t('再发一次')}
            </button>
          </span>
        )
      }
    >
      <Ground content={content} own onMenu={onMenu}>
        <WrittenBody content={content} files={files} />
      </Ground>
      {content.reply && <span className={quoteLook}>{t('{name}：{words}', { name: content.reply.name, words: content.reply.words })}</span>}
    </Row>
  )
}

/** A message before it is sent: its files are those of this device. */
const WrittenBody = ({ content, files }: Pick<WrittenMessage, 'content' | 'files'>) => {
  switch (content.kind) {
    case 'picture':
      return <OwnPictures files={files.map(({ blob }) => blob)} sizes={content.body.pictures} />
    case 'file':
      return <FileLine {...content.body} />
    case 'voice':
      return <VoiceLine source={files[0]?.blob ?? ''} milliseconds={content.body.milliseconds} />
    default:
      return <Body content={content} own />
  }
}

type RowProps = Pick<BubbleProps, 'own' | 'named' | 'onAvatar' | 'choosing' | 'lit' | 'onMenu'> & {
  name: string
  avatar: string
  aside?: ReactNode
  below?: ReactNode
  children: ReactNode
}

const Row = ({ own, named, name, avatar, onAvatar, choosing, lit, aside, below, children }: RowProps) => (
  <div
    className={`flex items-start gap-2.5 px-3 py-1.5 transition-colors duration-700 wide:px-6 ${own ? 'flex-row-reverse' : ''} ${lit ? 'bg-accent-soft' : ''}`}
    onClickCapture={(event) => {
      if (!choosing) return
      event.preventDefault()
      event.stopPropagation()
      choosing.onChoose()
    }}
  >
    {choosing && (
      <span
        role="checkbox"
        aria-checked={choosing.chosen}
        aria-label={t('选择这条消息')}
        tabIndex={0}
        className={`mt-2 shrink-0 ${own ? 'order-last mr-auto' : ''}`}
      >
        <CheckMark on={choosing.chosen} />
      </span>
    )}
    <button type="button" onClick={onAvatar} disabled={!onAvatar} aria-label={name} className="shrink-0 rounded-full">
      <Avatar name={name} src={avatar} size={38} />
    </button>
    <div className={`flex min-w-0 max-w-[min(78%,34rem)] flex-col ${own ? 'items-end' : 'items-start'}`}>
      {named && <span className="mb-1 max-w-full truncate text-small text-quiet">{drawText(name)}</span>}
      <div className={`flex max-w-full items-center gap-2 ${own ? 'flex-row-reverse' : ''}`}>
        <div className={`flex min-w-0 flex-col ${own ? 'items-end' : 'items-start'}`}>{children}</div>
        {aside}
      </div>
      {below && <div className="mt-1 max-w-full">{below}</div>}
    </div>
  </div>
)

const holdMs = 450
const slipPx = 10

/** A message that leaves no room for a menu above or below it has the menu where it was touched. */
const placeBeside = (element: HTMLElement, x: number, y: number): MenuPlace => {
  const rect = element.getBoundingClientRect()
  return rect.height > innerHeight / 3 ? { x, y, width: 0, height: 0 } : rect
}

/** The ground that a message stands on; a long press or the other button opens what may be done with it. */
const Ground = ({
  content,
  own,
  onMenu,
  children,
}: {
  content: { kind: string }
  own: boolean
  onMenu: BubbleProps['onMenu']
  children: ReactNode
}) => {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined>(undefined)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  const bare = content.kind === 'picture' || content.kind === 'card' || content.kind === 'place'
  const filledLook = own ? 'bg-accent-soft px-3.5 py-2.5' : 'bg-card px-3.5 py-2.5 shadow-lift'
  return (
    <div
      onContextMenu={(event) => {
        // A text that is chosen with the mouse keeps the browser's own menu.
        if (!getSelection()?.isCollapsed) return
        event.preventDefault()
        end()
        onMenu(placeBeside(event.currentTarget, event.clientX, event.clientY))
      }}
      onPointerDown={({ pointerType, clientX: x, clientY: y, currentTarget }) => {
        if (pointerType === 'mouse') return
        press.current = {
          x,
          y,
          timer: setTimeout(() => {
            press.current = undefined
            onMenu(placeBeside(currentTarget, x, y))
          }, holdMs),
        }
      }}
      onPointerMove={({ clientX, clientY }) => {
        const from = press.current
        if (from && Math.hypot(clientX - from.x, clientY - from.y) > slipPx) end()
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event) => {
        if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
        event.preventDefault()
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        onMenu(placeBeside(event.currentTarget, left, bottom))
      }}
      tabIndex={0}
      className={`max-w-full touch-pan-y rounded-card text-body [-webkit-touch-callout:none] max-wide:select-none ${bare ? '' : filledLook}`}
    >
      {children}
    </div>
  )
}

const Body = ({ content, own }: { content: Content; own: boolean }) => {
  if (content.body === null) return <span className="text-faint">{t('消息已撤回')}</span>
  switch (content.kind) {
    case 'text':
      return <Words body={content.body} />
    case 'picture':
      return <Pictures pictures={content.body.pictures} own={own} />
    case 'file':
      return (
        <a href={fileUrl(content.body.path)} target="_blank" rel="noreferrer" download={content.body.name} className="block">
          <FileLine {...content.body} />
        </a>
      )
    case 'voice':
      return <VoiceLine source={fileUrl(content.body.path)} milliseconds={content.body.milliseconds} />
    case 'place':
      return <PlaceLine place={content.body.place} />
    case 'card':
      return <LiveCard {...content.body} />
    default:
      return null
  }
}

/** A text with its names and addresses. */
const Words = ({ body }: { body: Bodies['text'] }) => (
  <span className="whitespace-pre-wrap break-words [overflow-wrap:anywhere]">
    {piecesOf(body).map((piece, index) => {
      if (piece.kind === 'plain') return piece.text
      if (piece.kind === 'at')
        return (
          <span key={index} className="text-accent-strong">
            {piece.text}
          </span>
        )
      return (
        <TextLink key={index} href={piece.href}>
          {piece.text}
        </TextLink>
      )
    })}
  </span>
)

const FileLine = ({ name, sizeBytes }: { name: string; sizeBytes: number }) => (
  <span className="flex w-60 max-w-full items-center gap-3">
    <span className="flex size-11 shrink-0 items-center justify-center rounded-control text-accent-strong tinted">
      <FileText size={24} strokeWidth={1.6} aria-hidden />
    </span>
    <span className="min-w-0 flex-1">
      <span className="line-clamp-2 break-all text-body">{name}</span>
      <span className="block text-small text-quiet">{sizeText(sizeBytes)}</span>
    </span>
  </span>
)

const PlaceLine = ({ place }: { place: Place }) => (
  <button
    type="button"
    onClick={() =>
      go('/pages/message/chatmap', {
        longitude: String(place.longitude),
        latitude: String(place.latitude),
        name: place.name,
        address: place.address,
      })
    }
    className="pressable flex w-64 max-w-full items-center gap-3 rounded-card bg-card p-3 text-left shadow-lift"
  >
    <span className="flex size-11 shrink-0 items-center justify-center rounded-control text-good tinted">
      <MapPin size={24} strokeWidth={1.8} aria-hidden />
    </span>
    <span className="min-w-0 flex-1">
      <span className="line-clamp-2 text-body font-medium">{place.name || t('位置')}</span>
      <span className="line-clamp-2 text-small text-quiet">{place.address || `${place.latitude}, ${place.longitude}`}</span>
    </span>
  </button>
)

type PixelSize = { readonly width: number; readonly height: number }

/** One picture as large as its proportions allow, several as squares; its room is there before it is. */
const roomOf = ({ width, height }: PixelSize): { width: number; aspectRatio: string } => {
  const ratio = Math.min(2.5, Math.max(0.4, width / height))
  return {
    width: Math.round(ratio >= 1 ? Math.min(220, Math.max(width, 96)) : Math.min(220, Math.max(height, 96)) * ratio),
    aspectRatio: String(ratio),
  }
}

const Pictures = ({ pictures, own }: { pictures: Bodies['picture']['pictures']; own: boolean }) => {
  const paths = pictures.map(({ path }) => path)
  const [first, ...others] = pictures
  if (first && others.length === 0)
    return (
      <div style={roomOf(first)} className="max-w-full overflow-hidden rounded-card bg-sunken">
        <Gallery paths={paths}>
          <img src={fileUrl(first.path)} alt={t('图片')} loading="lazy" decoding="async" className="block size-full object-cover" />
        </Gallery>
      </div>
    )
  return (
    <div
      className={`grid w-fit max-w-full gap-1 ${pictures.length === 2 || pictures.length === 4 ? 'grid-cols-2' : 'grid-cols-3'} ${own ? 'justify-items-end' : ''}`}
    >
      {paths.map((path, index) => (
        <Gallery key={path} paths={paths} index={index} className="size-22">
          <Picture src={path} alt={t('图片')} className="size-22" />
        </Gallery>
      ))}
    </div>
  )
}

const OwnPictures = ({ files, sizes }: { files: readonly Blob[]; sizes: readonly PixelSize[] }) => {
  const [urls, setUrls] = useState<readonly string[]>([])
  const count = files.length
  useEffect(() => {
    const urls = files.map((file) => URL.createObjectURL(file))
    setUrls(urls)
    return () => urls.forEach((url) => URL.revokeObjectURL(url))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the files of a message never change
  }, [count])
  const [firstSize] = sizes
  return count === 1 && firstSize ? (
    <div style={roomOf(firstSize)} className="max-w-full overflow-hidden rounded-card bg-sunken">
      {urls[0] && <img src={urls[0]} alt={t('图片')} className="block size-full object-cover opacity-70" />}
    </div>
  ) : (
    <div className={`grid w-fit gap-1 ${count === 2 || count === 4 ? 'grid-cols-2' : 'grid-cols-3'}`}>
      {files.map((_, index) => (
        <span key={index} className="block size-22 overflow-hidden rounded-control bg-sunken">
          {urls[index] && <img src={urls[index]} alt={t('图片')} className="size-full object-cover opacity-70" />}
        </span>
      ))}
    </div>
  )
}
