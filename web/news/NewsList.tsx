import { NewsBrowser } from './NewsBrowser.tsx'

/** News and announcements. */
export default function NewsList() {
  return <NewsBrowser />
}
