import { useSearch } from '../../screen.ts'
import { Agenda } from './Agenda.tsx'

export default function ColleagueAgenda() {
  const { uid } = useSearch('/pages/agenda/colleague')
  return <Agenda key={uid} of={uid} />
}
