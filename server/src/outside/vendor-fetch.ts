import { pathTemplate } from '../kernel/trace/masked.ts'
import { recording } from '../kernel/trace/trace.ts'

/**
 * `fetch` to a vendor. All adapters use it, so that a trace shows how long each vendor took: by its host, the template of the path, and the
 * status of the answer. Nothing is added to the request.
 */
export function vendorFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const answer = fetch(url, init)
  const recorder = recording()
  if (recorder !== undefined) {
    const { hostname, pathname } = new URL(url)
    const method = init.method ?? 'GET'
    const facts = { 'server.address': hostname, 'http.request.method': method, 'url.template': pathTemplate(pathname) }
    recorder.until('asked', `${method} ${hostname}`, facts, answer, ({ status }) => ({
      'http.response.status_code': status,
    }))
  }
  return answer
}

/** The same for a question that goes another way than `fetch`. */
export function vendorAsked<T>(name: string, host: string, answer: Promise<T>): Promise<T> {
  recording()?.until('asked', name, { 'server.address': host }, answer)
  return answer
}
