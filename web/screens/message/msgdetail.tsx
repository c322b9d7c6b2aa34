import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { useSearch } from '../../screen.ts'
import { t } from '../../words.ts'
import { MessageView } from './MessageView.tsx'

/** One message. */
export default function MessageDetail() {
  const { msgId } = useSearch('/pages/message/msgdetail')
  return <Page scroll={false}>{msgId ? <MessageView id={msgId} /> : <Empty title={t('没有找到这条消息')} />}</Page>
}
