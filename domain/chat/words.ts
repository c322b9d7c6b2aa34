import type { Speaker } from '../../kernel/fields/kind.ts'
import type { Brief, Note } from './body.ts'

type Say = Speaker['say']

/** What is said of a message in one line, without its sender: in the list of conversations, a quotation, a push. */
export const briefWords = (brief: Brief, say: Say): string => {
  switch (brief.kind) {
    case 'text':
      return brief.text
    case 'file':
      return `${say('[文件]')}${brief.text}`
    case 'place':
      return `${say('[位置]')}${brief.text}`
    case 'voice':
      return say('[语音]{seconds}秒', { seconds: brief.seconds })
    case 'picture':
      return brief.count === 1 ? say('[图片]') : say('[{count}张图片]', { count: brief.count })
    case 'card':
      return say('[卡片]')
    case 'note':
      return noteWords(brief.note, say)
    case 'recall':
      return say('撤回了一条消息')
  }
}

/** What happened to a conversation, as a sentence. */
export const noteWords = ({ note, by, names, count, name = '' }: Note, say: Say): string => {
  const nameList = names.join(say('、'))
  const people = count > names.length ? say('{people}等{count}人', { people: nameList, count }) : nameList
  const actorName = by?.name ?? ''
  switch (note) {
    case 'made':
      return count === 0 ? say('{who}建立了群聊', { who: actorName }) : say('{who}邀请{people}建立了群聊', { who: actorName, people })
    case 'joined':
      return by ? say('{who}邀请{people}加入了会话', { who: actorName, people }) : say('{people}加入了会话', { people })
    case 'left':
      return say('{people}退出了会话', { people })
    case 'removed':
      return say('{who}将{people}移出了群聊', { who: actorName, people })
    case 'renamed':
      return say('{who}将群名改为“{name}”', { who: actorName, name })
    case 'picture':
      return say('{who}更换了群头像', { who: actorName })
    case 'notice':
      return say('{who}修改了群公告', { who: actorName })
    case 'settings':
      return say('{who}修改了群设置', { who: actorName })
    case 'owner':
      return say('{people}成为群主', { people })
    case 'admins':
      return say('{people}成为管理员', { people })
    case 'members':
      return say('{people}不再是管理员', { people })
    case 'dissolved':
      return say('{who}解散了群聊', { who: actorName })
    case 'exported':
      return say('为处理争议，{who}经{people}同意导出了{days}的消息', { who: actorName, people, days: name })
  }
}
