// What the clients of stand-ins ask a person, in a panel below the page: what a camera would have read. A test gives it before or meanwhile.
window.standInPanel = (() => {
  const waiting = []
  const given = []
  /** Undefined where the panel is closed. */
  const ask = (words) =>
    new Promise((answer) => {
      const panel = document.createElement('form')
      panel.style.cssText =
        'position:fixed;inset:auto 0 0;z-index:2147483647;display:flex;gap:8px;padding:12px;background:#111;color:#fff;font:14px sans-serif'
      panel.innerHTML = `<input aria-label="${words}" placeholder="${words}" style="flex:1;padding:8px;color:#000"><button>确定</button><button type="button">取消</button>`
      const done = (text) => {
        panel.remove()
        const at = waiting.indexOf(done)
        if (at !== -1) waiting.splice(at, 1)
        answer(text)
      }
      waiting.push(done)
      panel.addEventListener('submit', (event) => {
        event.preventDefault()
        done(panel.querySelector('input').value)
      })
      panel.querySelector('button[type=button]').addEventListener('click', () => done(undefined))
      document.body.append(panel)
    })
  return {
    give: (text) => (waiting.length > 0 ? waiting.shift()(text) : given.push(text)),
    asked: (words) => (given.length > 0 ? Promise.resolve(given.shift()) : ask(words)),
  }
})()
