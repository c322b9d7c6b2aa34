import { Agenda } from './Agenda.tsx'

export default function PersonAgenda() {
  return <Agenda />
}
