/** English for outside services, sub-flows, batches and figures of flows. */
export const servicesEnglish: Record<string, string> = {
  批量拿回: 'Take several back',
}
