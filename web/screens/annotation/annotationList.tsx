import { NewsBrowser } from '../news/NewsBrowser.tsx'

/** The announcements. */
export default function Announcements() {
  return <NewsBrowser noticesOnly />
}
