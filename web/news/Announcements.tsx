import { NewsBrowser } from './NewsBrowser.tsx'

/** The announcements. */
export default function Announcements() {
  return <NewsBrowser noticesOnly />
}
