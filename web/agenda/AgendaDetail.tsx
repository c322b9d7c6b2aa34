import { useScreen } from '../screen.ts'
import { Page } from '../look/Page.tsx'
import { back } from '../travel.ts'
import { EventView } from './EventView.tsx'

/** One time of an event. Query: `id`, and `occurrence` where one time is meant. */
export default function AgendaDetail() {
  const { search } = useScreen()
  return (
    <Page width="form">
      <EventView id={search['id'] ?? ''} occurrence={search['occurrence']} onGone={() => void back()} />
    </Page>
  )
}
