/** Prints a whole HTML page on paper. */
export const printPage = async (html: string): Promise<void> => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<iframe sandbox="allow-same-origin allow-modals" aria-hidden="true" style="position:fixed;width:0;height:0;border:0;visibility:hidden"></iframe>',
  )
  const frame = document.body.lastElementChild as HTMLIFrameElement
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  frame.srcdoc = html
  await loaded
  const paper = frame.contentWindow
  if (!paper) return
  paper.addEventListener('afterprint', () => frame.remove())
  paper.focus()
  paper.print()
}

/** A text as it stands in HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!)
