/*
 * Stands in for the shell below the page: put into it before anything else, it answers the bridge as hosts/native/bridge.ts says, with the
 * doings of a handheld in the hands of whoever tests: `window.shell.trigger('AS0001')`, `.tag({...})`, `.put(tag)`, `.failNext('download')`,
 * `.scans('…')`. A package is really fetched and held against its hash; `window.shell.done` says what came of everything.
 */
;(() => {
  const given = {
    platform: 'android',
    version: '2.3.53',
    code: 1444,
    deviceId: 'stand-in',
    deviceName: 'SUNMI V2s',
    without: [],
    ...window.shellWanted,
  }
  const fault = (code, words = '') => Promise.reject({ code, words })
  const done = { installed: [], printed: [], felt: [], opened: [], saved: [], shared: [], awake: false, server: 0, asked: [] }
  const failing = []
  const scanned = []
  const tags = []
  let reading = false
  let progress = 0

  const bytesOf = (hex) => Array.from(new Uint8Array(hex), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const tell = (event, data) => setTimeout(() => window.ZaiceShell.onmessage?.({ data: JSON.stringify({ event, data }) }))
  const wanted = async () => {
    while (scanned.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    return scanned.shift()
  }

  const install = async ({ address, name, sha256, sizeBytes }) => {
    const code = failing.shift()
    if (code === 'refused' || code === 'failed') return fault(code)
    const answer = await fetch(address).catch(() => undefined)
    if (!answer || !answer.ok) return fault('download', 'no answer')
    const ofBytes = Number(answer.headers.get('content-length') ?? sizeBytes ?? 0)
    const parts = []
    let doneBytes = 0
    for (const reader = answer.body.getReader(); ;) {
      const { value, done: over } = await reader.read()
      if (over) break
      parts.push(value)
      doneBytes += value.length
      tell('package.progress', { doneBytes, ofBytes })
      // Radio that breaks off in the middle.
      if (code === 'download') {
        await reader.cancel()
        return fault('download', 'broken off')
      }
    }
    progress = doneBytes
    const bytes = await new Blob(code === 'damaged' ? [...parts, 'x'] : parts).arrayBuffer()
    const hash = crypto.subtle ? bytesOf(await crypto.subtle.digest('SHA-256', bytes)) : sha256
    if (sha256 && hash !== sha256) return fault('damaged')
    done.installed.push({ name, sizeBytes: progress, sha256: hash })
    return { how: 'done' }
  }

  const methods = {
    about: () => ({ contract: 1, ...given, can: Object.keys(methods).filter((name) => name !== 'about' && !given.without.includes(name)) }),
    'scan.camera': async () => {
      const text = await wanted()
      return text === null ? null : { text, symbology: 'QRCode' }
    },
    'printer.status': () => ({ state: failing[0] === 'paper' ? 'paper' : 'ready', language: 'escpos', name: 'InnerPrinter' }),
    'printer.raw': ({ bytes }) => {
      done.printed.push(atob(bytes).length)
      return {}
    },
    'rfid.connect': () => ({}),
    'rfid.start': () => {
      reading = true
      for (const tag of tags) tell('rfid.tag', tag)
      return {}
    },
    'rfid.stop': () => {
      reading = false
      return {}
    },
    'rfid.power': () => ({}),
    'rfid.write': ({ from, epc }) => {
      const tag = tags.find((each) => each.epc === from)
      if (!tag) return fault('noTag')
      tag.epc = epc
      return {}
    },
    'rfid.tid': ({ epc }) => {
      const tag = tags.find((each) => each.epc === epc)
      return tag ? { tid: tag.tid ?? 'E28011700000020A1B2C3D4E' } : fault('noTag')
    },
    'files.save': ({ name, bytes }) => {
      done.saved.push({ name, sizeBytes: atob(bytes).length })
      return {}
    },
    'files.share': (link) => {
      done.shared.push(link)
      return {}
    },
    'app.open': ({ address }) => {
      done.opened.push(address)
      return {}
    },
    'app.server': () => {
      done.server++
      return {}
    },
    'screen.awake': ({ on }) => {
      done.awake = on
      return {}
    },
    'network.state': () => ({ online: navigator.onLine }),
    'package.install': install,
    'place.now': () => (given.place ? { accuracyMetres: 12, atMs: Date.now(), ...given.place } : fault('refused')),
    'device.feel': ({ outcome }) => {
      done.felt.push(outcome)
      return {}
    },
  }

  window.ZaiceShell = {
    onmessage: null,
    postMessage: async (text) => {
      const { id, method, params } = JSON.parse(text)
      done.asked.push(method)
      const answer = await Promise.resolve()
        .then(() => (Object.hasOwn(methods, method) ? methods[method](params) : fault('absent', method)))
        .then(
          (result) => ({ id, result }),
          (no) => ({ id, fault: no && no.code ? no : { code: 'failed', words: String(no) } }),
        )
      window.ZaiceShell.onmessage?.({ data: JSON.stringify(answer) })
    },
  }
  window.shell = {
    done,
    trigger: (text) => tell('scan.trigger', { text, symbology: 'QRCode' }),
    /** A tag comes near; one that is there already answers again. */
    put: (tag) => {
      if (!tags.some(({ epc }) => epc === tag.epc)) tags.push(tag)
      if (reading) tell('rfid.tag', tag)
    },
    scans: (text) => scanned.push(text),
    failNext: (code) => failing.push(code),
    tell,
  }
})()
