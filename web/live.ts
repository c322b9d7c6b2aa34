import type { QueryClient } from '@tanstack/react-query'
import { heartbeatSeconds, socketRetryAfterCloseSeconds, socketRetryAfterErrorSeconds } from '../domain/rules/constants.ts'
import { isMobileSignedIn } from '../domain/access/sessionOperations.ts'
import { host } from '../hosts/here.ts'
import { refreshByName } from './ask.ts'
import { call } from './call.ts'
import type { HeardFrame } from './chat/device/device.ts'
import { takesPart } from './counting/device/takesPart.ts'
import { toast } from './look/overlays/toast.ts'
import { startSending } from './outbox/outbox.ts'
import { askName } from './messages/askName.ts'
import { shownNotice } from './approval/process/titles.ts'
import { goHref } from './travel.ts'
import { t } from './words.ts'

/** The message type of a heartbeat on the socket. */
const heartbeatType = 202

/** A screen that no one has touched for so long may be one that no one looks at: a telephone is called as well. */
const lookingMinutes = 3
const touches = ['pointerdown', 'keydown', 'wheel'] as const

/** How often the counts are asked for while there is no socket. */
const pollSeconds = 30

/** A hint on the socket: what changed, never how many; the screen asks again. With a title it is shown, and `link` is where a tap leads. */
type Hint = {
  type?: number
  topic?: string
  key?: string
  title?: string
  content?: string
  link?: string
  missed?: readonly string[] | 'anything'
}

/** Which reads a topic makes stale, by the beginnings of their operations' names. */
const readsOfTopic: Readonly<Record<string, readonly string[]>> = {
  message: ['msgmessage', 'msgtemplatecat', 'workbench'],
  joining: ['invitation', 'person', 'addressbook'],
  rights: ['auth', 'sysuser', 'sysrole', 'workbench', 'gs', 'cs', 'card.'],
  licence: ['auth.', 'saletenorder', 'workbench'],
  task: ['workflow', 'workbench', 'card.'],
  process: ['workflow', 'workbench', 'card.'],
  documents: ['gs', 'cs', 'oa', 'workbench', 'card.'],
  counting: ['gsinventorytask', 'gsinventoryself', 'card.'],
  agenda: ['ageevent'],
  attendance: ['attpunch.', 'attday.', 'attstat.', 'ageevent'],
  news: ['newannnews', 'newreadrecord', 'workbench'],
  opinion: ['workflow.opinionSettings'],
  worklog: ['mylog.'],
  bulk: ['bulk.status', 'bulk.list'],
  upgrade: ['workflow.upgradeProgress', 'workflow.flowList', 'workflow.definition'],
}
const countReads = ['workbench', 'msgmessage']
const everyRead = ['']
/** What was told just before the line broke may never have come; and a screen may be read a little before its line is asked for. */
const marginSeconds = 2

/**
 * Keeps one socket open for a person who is signed in; what it says is asked for again. Without a socket the counts are polled. What
 * waits on this device is sent from now on. Answers what ends it.
 */
export const keepConnected = (uid: string, token: string, client: QueryClient): (() => void) => {
  let socket: WebSocket | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let heardAt = Date.now()

  const connectIn = (seconds: number) => {
    clearTimeout(retry)
    retry = setTimeout(() => void connect(), seconds * 1000)
  }

  const connect = async () => {
    const signedIn = await call(isMobileSignedIn, { uid }, { quiet: true }).catch(() => undefined)
    if (stopped) return
    if (signedIn === undefined) return connectIn(socketRetryAfterErrorSeconds)
    if (!signedIn) return
    const opened = new WebSocket(`${host.address.replace(/^http/, 'ws')}/api/websocket/${uid}_mobile?token=${encodeURIComponent(token)}`)
    socket = opened
    opened.onopen = () => {
      sayHello(Math.max(0, Date.now() - heardAt) / 1000 + marginSeconds)
      void chatDevice().then((device) => device?.catchUpInbox())
    }
    opened.onmessage = ({ data }) => {
      heardAt = Date.now()
      heard(String(data), client)
    }
    opened.onerror = () => {
      opened.onclose = null
      opened.close()
      if (!stopped) connectIn(socketRetryAfterErrorSeconds)
    }
    opened.onclose = () => {
      if (!stopped) connectIn(socketRetryAfterCloseSeconds)
    }
  }

  let lastTouch = Date.now()
  let toldLooks: boolean | undefined
  const looks = () => document.visibilityState === 'visible' && Date.now() - lastTouch < lookingMinutes * 60_000
  /** With how long nothing was heard, where the line is a new one: what was told meanwhile is answered, and asked again. */
  const sayHello = (deafSeconds?: number) => {
    if (socket?.readyState !== WebSocket.OPEN) return
    toldLooks = looks()
    socket.send(JSON.stringify({ type: heartbeatType, looks: toldLooks, deafSeconds }))
  }
  const touched = () => {
    lastTouch = Date.now()
    if (toldLooks === false) sayHello()
  }
  const beat = setInterval(() => sayHello(), heartbeatSeconds * 1000)
  const poll = setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN || document.visibilityState !== 'visible') return
    void refreshByName(client, countReads)
    void chatDevice().then((device) => device?.catchUpInbox())
  }, pollSeconds * 1000)
  const seen = () => {
    if (document.visibilityState === 'visible') lastTouch = Date.now()
    sayHello()
    if (document.visibilityState === 'visible' && socket?.readyState !== WebSocket.OPEN) connectIn(0)
  }
  document.addEventListener('visibilitychange', seen)
  for (const touch of touches) addEventListener(touch, touched, { passive: true })
  void connect()
  void startSending()
  const stopPushing = startPushing(uid)
  startOnDevice(uid)

  return () => {
    stopped = true
    clearTimeout(retry)
    clearInterval(beat)
    clearInterval(poll)
    document.removeEventListener('visibilitychange', seen)
    for (const touch of touches) removeEventListener(touch, touched)
    stopPushing()
    socket?.close()
  }
}

/** Registers this device for push where its host can push; answers the function that ends it. */
const startPushing = (uid: string): (() => void) => {
  let isStopped = false
  let stopPushing: (() => void) | undefined
  const begin = async () => {
    const { keepPushed } = await import('./push/pushState.ts')
    if (!isStopped) stopPushing = keepPushed(uid)
  }
  if ('permission' in host.push) void begin()
  return () => {
    isStopped = true
    stopPushing?.()
  }
}

/** What a device asks and offers once a person is connected. */
const startOnDevice = (uid: string): void => {
  void askName(uid)
  void import('./workbench/home.ts').then(({ offerHome }) => offerHome())
  const { app } = host
  if (app) void import('./upgrade/upgrade.ts').then(({ offerUpgrade }) => offerUpgrade(app))
  if (takesPart()) void import('./counting/device/device.ts').then(async (counting) => (await counting.startSending()).wake())
}

const heard = (text: string, client: QueryClient): void => {
  const hint = hintOf(text)
  if (!hint) return
  if (hint.missed) void refreshByName(client, hint.missed === 'anything' ? everyRead : hint.missed.flatMap(readsOf))
  if ((hint.missed || hint.topic === 'counting') && takesPart())
    void import('./counting/device/device.ts').then(({ tellProgress }) => tellProgress(hint.key))
  if (hint.type === heartbeatType) return
  if (hint.topic && chatTopics.includes(hint.topic)) return void incomingChat().then((chat) => chat?.takeFrame(hint as HeardFrame))
  void refreshByName(client, readsOf(hint.topic))
  const { content, link } = hint
  const title = hint.title && shownNotice(hint.title)
  if (title) toast(content ? t('{title}：{content}', { title, content }) : title, 'notify', link ? () => goHref(link) : undefined)
}

const readsOf = (topic: string | undefined): readonly string[] => {
  if (topic !== undefined && chatTopics.includes(topic)) return []
  return (topic !== undefined && readsOfTopic[topic]) || countReads
}

/** A frame of a conversation holds the message itself; frames are taken in their order. */
const chatTopics: readonly string[] = ['chat', 'chatface', 'chatread', 'chatmine'] satisfies HeardFrame['topic'][]
const incomingChat = () => import('./chat/incoming.ts').catch(() => undefined)
const chatDevice = () => import('./chat/device/device.ts').catch(() => undefined)

const hintOf = (text: string): Hint | undefined => {
  try {
    const hint: unknown = JSON.parse(text)
    return hint !== null && typeof hint === 'object' ? hint : undefined
  } catch {
    return undefined
  }
}
