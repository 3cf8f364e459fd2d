/** The oracles against every case of the operator fixtures. */
import { present } from "../../src/base/invariant.ts";
import { answerBy, fixtureTests } from "../conformance/fixture-list.ts";
import { opSuites } from "../conformance/index.ts";

fixtureTests(answerBy((call) => present(opSuites.get(call.op), call.op).oracle(call)));
