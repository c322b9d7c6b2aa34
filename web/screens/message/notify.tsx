import { messageTypes } from '../../../domain/operations/messages.ts'
import { Page } from '../../look/Page.tsx'
import { useSearch } from '../../screen.ts'
import { MessageList } from './MessageList.tsx'

/** The notices, or the messages of another type (`msgType`, the contract's number). */
export default function Notices() {
  const { msgType } = useSearch('/pages/message/notify')
  return (
    <Page scroll={false}>
      <MessageList msgType={Number(msgType) || messageTypes.notify} />
    </Page>
  )
}
