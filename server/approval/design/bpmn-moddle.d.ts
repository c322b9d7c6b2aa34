/** The part of bpmn-moddle that is used; the package describes the elements of BPMN and not itself. */
declare module 'bpmn-moddle' {
  /** An element of a file; what it holds depends on its `$type`. */
  export type ModdleElement = { readonly $type: string; readonly [property: string]: unknown }

  export class BpmnModdle {
    constructor(packages?: Record<string, unknown>)
    create(type: string, properties: Record<string, unknown>): ModdleElement
    fromXML(xml: string, type?: string): Promise<{ rootElement: ModdleElement; warnings: readonly { message: string }[] }>
    toXML(element: ModdleElement, options?: { format?: boolean }): Promise<{ xml: string }>
  }
}
