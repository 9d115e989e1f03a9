/** J-08. Thrown where a person has to be asked who sits at the other end: the call comes back with a yes. */
export class NeedsPerson extends Error {
  readonly question: string
  constructor(question: string) {
    super(question)
    this.question = question
  }
}

/** Asks by ending the call, unless the answer came along with it. */
export function confirmByReturn(answered: (question: string) => boolean | null) {
  return async (question: string): Promise<boolean> => {
    const answer = answered(question)
    if (answer === null) throw new NeedsPerson(question)
    return answer
  }
}
