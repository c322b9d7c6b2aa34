import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { TiandituAddresses } from '../maps/tianditu.ts'

/** How a stand-in for the provider of the map behaves. */
export type Mood = 'well' | 'refuses' | 'garbage' | 'silent' | 'elsewhere' | 'endless'

/** One transparent pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A provider of maps that answers as the real one does, or as its mood is. `asked` holds what it was asked, key and all. */
export const mapProvider = async () => {
  const provider = { mood: 'well' as Mood, asked: [] as URL[], addresses: undefined as unknown as TiandituAddresses, allows: 'max-age=600' }
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://stranger')
    provider.asked.push(url)
    switch (provider.mood) {
      case 'silent':
        return
      case 'refuses':
        return response.writeHead(403, { 'content-type': 'application/json' }).end('{"code":301012,"msg":"quota"}')
      case 'garbage':
        return response.end('<html>no map today</html>')
      case 'elsewhere':
        return response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
      case 'endless':
        return response.end(Buffer.alloc(3 * 1024 * 1024, 65))
      case 'well':
        break
    }
    if (url.pathname.endsWith('/wmts'))
      return response.writeHead(200, { 'content-type': 'image/png', 'cache-control': provider.allows }).end(pixel)
    response.setHeader('content-type', 'application/json')
    const words = JSON.parse(url.searchParams.get('postStr')!) as Record<string, unknown>
    if (url.pathname === '/geocoder')
      return response.end(
        JSON.stringify({
          status: '0',
          msg: 'ok',
          result: { formatted_address: '杭州市滨江区江南大道1888号', addressComponent: { poi: '某某大厦' }, location: words },
        }),
      )
    return response.end(
      JSON.stringify({
        status: { infocode: 1000, cndesc: '服务正常' },
        resultType: 1,
        pois: [
          { name: `${String(words['keyWord'])}咖啡`, address: '江陵路1号', lonlat: '120.21,30.21' },
          { name: '坏的', address: '', lonlat: '没有' },
        ],
      }),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider.addresses = { api: address, tiles: () => address, waitSeconds: 0.3 }
  return provider
}
