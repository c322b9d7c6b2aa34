import { Page } from '../look/Page.tsx'
import { useSearch } from '../screen.ts'
import { MessageView } from './MessageView.tsx'

/** One message. */
export default function MessageDetail() {
  const { msgId = '' } = useSearch('/pages/message/msgdetail')
  return (
    <Page scroll={false}>
      <MessageView id={msgId} />
    </Page>
  )
}
