// DingTalk's client as far as a page sees it: its name for itself, and the bridge that its script calls (that of Android). Who looks says
// `standInClient`; what they would do by hand says a test by `window.standIn`, or a person in the panel below the page.
;(() => {
  const { corpId, personId } = window.standInClient
  const version = localStorage.getItem('standInVersion') ?? '7.6.10'
  const agent = `Mozilla/5.0 (Linux; Android 13; M2102) AppleWebKit/537.36 Chrome/118.0 Mobile Safari/537.36 AliApp(DingTalk/${version}) com.alibaba.android.rimet/1`
  Object.defineProperty(navigator, 'userAgent', { get: () => agent })

  const post = async (path, body) => {
    const answer = await fetch(window.standInUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw { errorCode: '3', errorMessage: `stand-in: ${answer.status}` }
    return answer.json()
  }
  const no = (errorCode, errorMessage) => Promise.reject({ errorCode, errorMessage })

  const given = { place: { longitude: 116.404, latitude: 39.915, accuracy: 20 } }
  window.standIn = {
    calls: [],
    scans: window.standInPanel.give,
    place: (place) => Object.assign(given.place, place),
  }

  let isSigned = false
  const signed = (run) => (isSigned ? run() : no('7', 'no permission: dd.config'))

  const calls = {
    'runtime.permission.requestAuthCode': ({ corpId: wanted }) =>
      wanted === corpId ? post('/stand-in/code', { corpId, personId }) : no('3', 'not a member of this organisation'),
    'runtime.permission.requestJsApis': async (config) => {
      const { agentId, timeStamp, nonceStr, signature } = config
      const url = location.href.split('#')[0]
      const { isRight } = await post('/stand-in/signature', { corpId: config.corpId, agentId, timeStamp, nonceStr, signature, url })
      if (!isRight) return no('52013', 'invalid signature')
      isSigned = true
      return {}
    },
    'biz.util.scan': () =>
      signed(async () => {
        const text = await window.standInPanel.asked('钉钉扫一扫：输入码上的内容')
        return text === undefined ? no('-1', 'user cancelled') : { text }
      }),
    'device.geolocation.get': ({ coordinate }) =>
      signed(async () => {
        // The given place is of the grid of maps made in China; nobody asks for the other one.
        if (coordinate !== 1) return no('3', 'stand-in: coordinate 1 only')
        return { ...given.place, address: '', netType: 'wifi' }
      }),
    'biz.chat.openSingleChat': ({ corpId: of, userId }) => signed(async () => (of === corpId && userId ? {} : no('3', 'no such member'))),
    'biz.util.share': () => signed(async () => ({ result: 1 })),
    'biz.util.openLink': async ({ url }) => {
      window.open(url, '_blank', 'noopener')
      return {}
    },
    'biz.navigation.setTitle': async ({ title }) => {
      window.standIn.title = title
      return {}
    },
    'biz.navigation.close': async () => {
      document.body.textContent = '钉钉：页面已关闭'
      return {}
    },
  }

  const bridge = (success, fail, space, method, params) => {
    const name = `${space}.${method}`
    window.standIn.calls.push({ name, params })
    const call = calls[name]
    const isOlder = Number.parseInt(version, 10) < 2 || /^2\.[0-3]\./.test(version)
    const answer = !call || (isOlder && name === 'biz.util.scan') ? no('1', `${name} not exist`) : call(params)
    answer.then(success, (error) => fail(error?.errorCode ? error : { errorCode: '3', errorMessage: String(error) }))
  }
  window.nuva = { isReady: true, require: () => bridge }
})()
