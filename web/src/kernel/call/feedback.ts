/*
 * How the kernel speaks to the person without knowing the widgets: the shell installs these once, at start.
 */

export interface Question {
  readonly title: string
  readonly text?: string
  readonly confirm: string
  readonly cancel: string
}

export interface Feedback {
  /** One line, 2 s; 3 s for errors. A notice is queued behind the toast that answers the user's own action. */
  toast(text: string, tone?: 'error' | 'notice'): void
  /** True when confirmed; false when cancelled or closed. */
  ask(question: Question): Promise<boolean>
  /** Who holds the session must show that they are still the same person. @returns whether they did */
  prove(refusal: unknown): Promise<boolean>
  /** Cash is taken within a shift alone: whoever asks may begin theirs. @returns whether they did */
  beginShift(): Promise<boolean>
  /** Another person must agree first: the headers with which the call is repeated, or undefined when it will not be. */
  secondPerson(refusal: unknown): Promise<Readonly<Record<string, string>> | undefined>
  /** A code is sent to the caller's own mobile: the headers with which the call is repeated, or undefined when it will not be. */
  stepUp(): Promise<Readonly<Record<string, string>> | undefined>
}

let installed: Feedback | undefined

export function installFeedback(feedback: Feedback): void {
  installed = feedback
}

export const feedback: Feedback = {
  toast: (text, tone) => installed?.toast(text, tone),
  ask: (question) => installed?.ask(question) ?? Promise.resolve(false),
  prove: (refusal) => installed?.prove(refusal) ?? Promise.resolve(false),
  beginShift: () => installed?.beginShift() ?? Promise.resolve(false),
  secondPerson: (refusal) => installed?.secondPerson(refusal) ?? Promise.resolve(undefined),
  stepUp: () => installed?.stepUp() ?? Promise.resolve(undefined),
}
