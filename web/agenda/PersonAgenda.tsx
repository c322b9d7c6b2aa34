import { useSearch } from '../screen.ts'
import { Agenda } from './Agenda.tsx'

/** One's own agenda, or a colleague's. */
export default function PersonAgenda() {
  const { uid } = useSearch('/pages/agenda/personagenda')
  return <Agenda of={uid} />
}
