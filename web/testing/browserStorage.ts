/** The browser's storage, as far as the product asks of it: what is kept stands as the object's own properties. */
class BrowserStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String((this as unknown as Record<string, string>)[key]) : null
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

/** Stands as `localStorage` for every test of the process; import it before what remembers something. A person was signed in the last time. */
export const browserStorage = new BrowserStorage()
browserStorage.setItem('pro__Access-Token', '{"value":"of the last visit","expire":null}')
Object.defineProperty(globalThis, 'localStorage', { value: browserStorage, configurable: true })
Object.defineProperty(globalThis, 'sessionStorage', { value: new BrowserStorage(), configurable: true })
