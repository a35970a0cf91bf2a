/** Why the shop cannot start, in one sentence for the operator. */
export class StartProblem extends Error {}
