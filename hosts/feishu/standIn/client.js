// Feishu's client as far as a page sees it: its name for itself, and the calls of its script. Who looks says `standInClient`; what they would do by
// hand says a test by `window.standIn`, or a person in the panel below the page.
;(() => {
  const { corpId, personId } = window.standInClient
  const agent =
    'Mozilla/5.0 (Linux; Android 13; M2102) AppleWebKit/537.36 Chrome/118.0 Mobile Safari/537.36 Lark/7.20.5 LarkLocale/zh_CN ChannelName/Feishu'
  Object.defineProperty(navigator, 'userAgent', { get: () => agent })
  const place = { longitude: 116.404, latitude: 39.915, accuracy: 20 }
  window.standIn = { calls: [], scans: window.standInPanel.give, place: (other) => Object.assign(place, other) }

  const post = async (path, body) => {
    const answer = await fetch(window.standInUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return answer.json()
  }
  let isSigned = false
  const signed = (run) => (isSigned ? run() : Promise.reject({ errno: 102, errString: 'no permission: h5sdk.config' }))
  const call =
    (name, run) =>
    ({ success, fail, ...input } = {}) => {
      window.standIn.calls.push({ name, input })
      run(input).then(
        (answer) => success?.(answer),
        (error) => fail?.(error),
      )
    }

  window.h5sdk = {
    ready: (run) => setTimeout(run),
    error: () => undefined,
    config: ({ appId, timestamp, nonceStr, signature, onSuccess, onFail }) => {
      const url = location.href.split('#')[0]
      void post('/standIn/signature', { appId, timestamp, nonceStr, signature, url }).then(({ isRight }) => {
        isSigned = isRight
        return isRight ? onSuccess?.({}) : onFail?.({ errno: 103, errString: 'invalid signature' })
      })
    },
  }
  window.tt = {
    requestAccess: call('requestAccess', async ({ appID, scopeList }) => {
      if (!appID || !Array.isArray(scopeList)) throw { errno: 104, errString: 'invalid parameter' }
      return post('/standIn/code', { corpId, personId })
    }),
    scanCode: call('scanCode', () =>
      signed(async () => {
        const text = await window.standInPanel.asked('飞书扫一扫：输入码上的内容')
        if (text === undefined) throw { errno: 100, errString: 'user cancel' }
        return { result: text }
      }),
    ),
    getLocation: call('getLocation', ({ type }) =>
      signed(async () => {
        if (type !== 'gcj02') throw { errno: 104, errString: 'stand-in: gcj02 only' }
        return place
      }),
    ),
    share: call('share', () => signed(async () => ({}))),
    openSchema: call('openSchema', async ({ schema }) => void window.open(schema, '_blank', 'noopener')),
    enterChat: call('enterChat', ({ openid }) =>
      signed(async () => {
        if (!openid?.startsWith('ou_')) throw { errno: 104, errString: 'invalid parameter' }
        return {}
      }),
    ),
    closeWindow: call('closeWindow', async () => {
      document.body.textContent = '飞书：页面已关闭'
    }),
  }
})()
