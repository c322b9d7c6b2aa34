import type { AgendaSource } from '../../domain/agenda/source.ts'
import type { SourceReader } from './source.ts'

/** Where what is not an event is read; each noun keeps its own. */
export const sourceReaders: Readonly<Partial<Record<AgendaSource, SourceReader>>> = {}
