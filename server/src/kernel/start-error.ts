/** The server cannot start for a reason its operator can remove; `message` is Chinese and says which. */
export class StartError extends Error {
  override name = 'StartError'
}
