// WeCom's client as far as a page sees it: its name for itself, the bridge that its script calls (that of Android), and the element that draws names.
// Who looks says `standInClient`; what they would do by hand says a test by `window.standIn`, or a person in the panel below the page.
;(() => {
  const { corpId } = window.standInClient
  const agent =
    'Mozilla/5.0 (Linux; Android 13; M2102) AppleWebKit/537.36 Chrome/118.0 Mobile Safari/537.36 wxwork/4.1.38 MicroMessenger/7.0.1 NetType/WIFI Language/zh'
  Object.defineProperty(navigator, 'userAgent', { get: () => agent })

  const given = { place: { longitude: 116.397477, latitude: 39.913608, accuracy: 20 }, pictures: [] }
  window.standIn = {
    calls: [],
    scans: window.standInPanel.give,
    place: (place) => Object.assign(given.place, place),
    /** Base64 of JPEG files. */
    pictures: (pictures) => given.pictures.push(...pictures),
  }

  const checked = async (use, { corpId: of, agentId, timestamp, nonceStr, signature }) => {
    const url = location.href.split('#')[0]
    const answer = await fetch(`${window.standInUrl}/standIn/signature`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ use, corpId: of, agentId, url, timestamp: Number(timestamp), nonceStr, signature }),
    })
    const { errMsg } = await answer.json()
    return errMsg
  }

  let isSigned = false
  const signed = async (run) => (isSigned ? run() : { err: 'permission denied' })

  const calls = {
    preVerifyJSAPI: async ({ verifyAppId, verifyTimestamp, verifyNonceStr, verifySignature }) => ({
      err: await checked('config', {
        corpId: verifyAppId,
        timestamp: verifyTimestamp,
        nonceStr: verifyNonceStr,
        signature: verifySignature,
      }),
    }),
    agentConfig: async ({ corpid, agentid, timestamp, nonceStr, signature }) => {
      const err = await checked('agentConfig', { corpId: corpid, agentId: agentid, timestamp, nonceStr, signature })
      isSigned = err === 'ok'
      return { err }
    },
    scanQRCode: () =>
      signed(async () => {
        const text = await window.standInPanel.asked('企业微信扫一扫：输入码上的内容')
        return text === undefined ? { err: 'cancel' } : { resultStr: text }
      }),
    geoLocation: () => signed(async () => ({ ...given.place, speed: '0', type: 'wgs84' })),
    chooseImage: ({ count }) =>
      signed(async () => ({ localIds: JSON.stringify(given.pictures.slice(0, count).map((_, at) => `wxLocalResource://${at}`)) })),
    getLocalImgData: ({ localId }) => signed(async () => ({ localData: given.pictures[Number(localId.split('//')[1])] })),
    shareAppMessage: () => signed(async () => ({})),
    openEnterpriseChat: ({ userIds }) => signed(async () => (userIds ? {} : { err: 'fail_invalid_userid' })),
    openAppPurchase: () => signed(async () => ({})),
    openDefaultBrowser: async ({ url }) => {
      window.open(url, '_blank', 'noopener')
      return {}
    },
    closeWindow: async () => {
      document.body.textContent = '企业微信：页面已关闭'
      return {}
    },
    'wwapp.initWwOpenData': async () => {
      window.WWOpenData = { bind: (element) => void draw(element) }
      return {}
    },
  }

  /** A name is drawn where no script of the page can read it. */
  const draw = async (element) => {
    const query = new URLSearchParams({ corpId, type: element.getAttribute('type'), openid: element.getAttribute('openid') })
    const { name } = await (await fetch(`${window.standInUrl}/standIn/name?${query}`)).json()
    element.attachShadow({ mode: 'closed' }).textContent = name
  }

  window.WeixinSandBox = {}
  window.WeixinJSBridge = {
    on: () => undefined,
    invoke: (name, params, answer) => {
      window.standIn.calls.push({ name, params })
      const call = calls[name]
      const doing = call ? call(params) : Promise.resolve({ err: 'function_not_exist' })
      doing.then(
        ({ err = 'ok', ...given }) => answer({ err_msg: `${name}:${err}`, ...given }),
        (error) => answer({ err_msg: `${name}:fail ${String(error)}` }),
      )
    },
  }
})()
