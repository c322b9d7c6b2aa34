import { readBpmn } from './bpmn.ts'

/** Reads a file of BPMN in a process of its own: its parser takes long over many or strange elements. */
export const run = (xml: string): ReturnType<typeof readBpmn> => readBpmn(xml)
