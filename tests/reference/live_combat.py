"""The live combat of The Pact, slowly and from its text: numbers, strings and dictionaries, no kernels.

It shares nothing with the engine but the configuration. Chance and choice are handed in: `dice(kind, bout, exchange)`
gives six numbers from 0 to 99, `decide(side, of, legal, contest)` one of the legal actions; of a single one nobody is
asked.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

WEIGHT = {"light": 1, "medium": 2, "heavy": 3}


def armour_of(pieces: Any, game: Any) -> tuple[str | None, int]:
    """Return the category and the AP of an armour."""
    rulings = {name: sourced.value for name, sourced in game.rulings.items()}
    points: list[str] = []  # one entry for each point of coverage
    for piece in pieces:
        (category,) = (c for c in WEIGHT if piece.material in getattr(game.armour.materials.value, c))
        if piece.modern:
            category = {"heavy": "medium", "medium": "light", "light": "light"}[category]
        for part in piece.covers:
            points += [category] * game.armour.coverage.value[part]
    worn = len(points)
    if worn == 0:
        return None, 0
    heaviest = max(points, key=lambda c: WEIGHT[c])
    if worn < 2:
        return heaviest, 0
    if worn < 4:
        return heaviest, 1
    if worn == 7:
        need, tier = Fraction(5), "full"
    else:
        need, tier = Fraction(3), "partial"
        if rulings["mixed_partial"] == "three_quarters":
            need = Fraction(3, 4) * worn

    def reached(counted: list[str]) -> str | None:
        enough = [c for c in WEIGHT if counted.count(c) >= need]
        return max(enough, key=lambda c: WEIGHT[c]) if enough else None

    if rulings["mixed_downgrade"] == "stepwise":
        tries = [points, ["medium" if c == "heavy" else c for c in points]]
    else:
        one_lighter = {"heavy": "medium", "medium": "light", "light": "light"}
        tries = [points, [one_lighter[c] for c in points]]
    category = next((found for found in map(reached, tries) if found), "light")
    table = {
        "light": {"partial": 2, "full": 3},
        "medium": {"partial": 3, "full": 4},
        "heavy": {"partial": 4, "full": 5},
    }
    return category, table[category][tier]


@dataclass
class Character:
    """One side of a contest."""

    loadout: Any
    game: Any
    category: str | None = None
    most_hp: int = 3
    most_ap: int = 0
    hp: int = 3
    ap: int = 0
    temporary: int = 0
    dressed: bool = True
    shield: int = 0
    potions: int = 0
    mana: int = 0
    coins: int = 0
    uses: list[int] = field(default_factory=list)
    stunned: int = 0
    state: str = "standing"
    limbs: set[str] = field(default_factory=set)  # lost
    hurt: set[str] = field(default_factory=set)  # of these, by an injury
    injury: str = "none"
    afflictions: int = 0
    fallen: bool = False
    walking: bool = False
    healing: Fraction = Fraction(0)
    wins: int = 0
    hits_taken: int = 0
    hits_to_agony: int | None = None
    fate: str = "stands"
    at_break: str = "no rest"
    first_break: str | None = None
    pays: str = "save"

    def __post_init__(self) -> None:
        """Come whole to the contest."""
        loadout, game = self.loadout, self.game
        self.category, self.most_ap = armour_of(loadout.armour, game)
        self.most_hp = self.hp = 3 + loadout.hit_point_skills
        self.ap, self.temporary = self.most_ap, loadout.temporary_armour
        self.shield = game.hits.shield_holds.value if loadout.shield else 0
        self.potions, self.mana, self.coins = loadout.potions, loadout.mana, loadout.coins
        self.uses = [call.uses for call in loadout.effects]
        self.afflictions = loadout.afflictions

    @property
    def damage(self) -> int:
        """What a hit does."""
        sets: int = max([1, *self.loadout.deals])
        added = list(self.loadout.adds) or [0]
        every = self.game.rulings["bonus_stack"].value == "every_bonus"
        total: int = sets + (sum(added) if every else max(added))
        return total

    @property
    def can_fight(self) -> bool:
        """Whether it can fight a bout."""
        return self.state == "standing" and self.hp > 0

    def worst(self, fate: str) -> None:
        """Remember the worst that befell it."""
        order = ["stands", "agony", "minor injury", "major injury", "death"]
        self.fate = max(self.fate, fate, key=order.index)

    def heal(self, hp: int) -> None:
        """Give HP."""
        if hp > 0 and self.state != "dead":
            self.hp = min(self.most_hp, self.hp + hp)
            self.state = "standing" if self.state == "stable" else self.state

    def hours(self, minutes: Fraction | int) -> None:
        """Let time pass: 1 HP in 2 hours."""
        self.healing += Fraction(minutes) / 120
        whole = math.floor(self.healing)
        self.healing -= whole
        self.heal(whole)


class Contest:
    """One contest between two loadouts."""

    def __init__(self, game: Any, loadouts: Any, contest: Any, decide: Any, dice: Any) -> None:
        self.game, self.contest, self.decide, self.dice = game, contest, decide, dice
        self.rulings = {name: sourced.value for name, sourced in game.rulings.items()}
        self.sides = [Character(loadout, game) for loadout in loadouts]
        self.bout, self.exchange, self.first_bout = 0, 1, 0
        self.broken_breaks = 0

    def ask(self, side: int, of: str, legal: list[str]) -> str:
        """Let a side decide, if there is something to decide."""
        return legal[0] if len(legal) == 1 else self.decide(side, of, legal, self)

    def play(self) -> int:
        """Play to the end and return Red's bouts won less Blue's."""
        red, blue = self.sides
        for number in range(1, self.contest.bouts + 1):
            self.bout, self.exchange = number, 1
            for one in self.sides:
                one.stunned, one.fallen, one.walking = 0, False, False
                one.at_break, one.pays = "no rest", "save"
            self.fight()
            if number == 1:
                self.first_bout = self.exchange
            if any(one.fallen for one in self.sides):
                self.falls()
            left = self.contest.bouts - number
            if any(one.state == "dead" for one in self.sides):
                for one in self.sides:
                    one.wins += left if one.state != "dead" else 0
                break
            if left:
                self.rest()
        return red.wins - blue.wins

    def fight(self) -> None:
        """Fight one bout, if both can."""
        red, blue = self.sides
        if not (red.can_fight and blue.can_fight):
            for one, foe in ((red, blue), (blue, red)):
                one.wins += one.can_fight and not foe.can_fight
            return
        for number in range(1, self.game.hits.most_exchanges.value + 1):
            self.exchange = number
            acts = [self.ask(side, "act", self.legal_acts(self.sides[side])) for side in range(2)]
            self.resolve(acts)
            if red.fallen or blue.fallen:
                red.wins += not red.fallen
                blue.wins += not blue.fallen
                return

    def legal_acts(self, one: Character) -> list[str]:
        """List what a character may do in an exchange."""
        if one.stunned:
            return ["stunned"]
        acts = ["strike"]
        for n, call in enumerate(one.loadout.effects):
            if one.uses[n] and one.mana >= call.mana:
                acts.append(f"call the {('first', 'second')[n]} effect")
        if one.potions and one.hp < one.most_hp:
            acts.append("drink a potion")
        return [*acts, "defend"]

    def resolve(self, acts: list[str]) -> None:
        """Resolve an exchange: both sides at once."""
        dice, hits = self.dice("exchange", self.bout, self.exchange), self.game.hits
        landed = []
        for side, one in enumerate(self.sides):
            foe = self.sides[1 - side]
            if acts[side] == "drink a potion":
                one.potions -= 1
                one.heal(self.game.healing.potion.value)
            one.stunned = max(0, one.stunned - 1)
            chance = one.loadout.hit_rate
            chance -= hits.lost_arm.value if "arm" in one.limbs else 0
            chance += hits.lost_leg.value if "leg" in foe.limbs else 0
            chance -= hits.defending.value if acts[1 - side] == "defend" else 0
            strikes = acts[side] == "strike" or acts[side].startswith("call")
            landed.append(strikes and dice[side] < chance)
        for side, one in enumerate(self.sides):
            foe = self.sides[1 - side]
            effect = None
            if acts[side].startswith("call"):
                n = 0 if "first" in acts[side] else 1
                call = one.loadout.effects[n]
                one.uses[n] -= 1
                one.mana -= call.mana
                effect = hits.effects[call.effect].value
            if landed[side]:
                self.hit(foe, one, effect, acts[1 - side], dice[2 + 1 - side])

    def hit(self, foe: Character, one: Character, effect: Any, act: str, die: int) -> None:
        """Let a hit do damage or an effect."""
        shatters = effect is not None and effect.does == "shatter"
        if foe.shield and act != "stunned" and not shatters and die < self.game.hits.shield_catches.value:
            foe.shield -= 1
            return
        if foe.hits_to_agony is None:
            foe.hits_taken += 1
        beyond = 0
        if effect is None:
            for _ in range(one.damage):
                if foe.temporary:
                    foe.temporary -= 1
                elif foe.dressed and foe.ap:
                    foe.ap -= 1
                elif foe.hp:
                    foe.hp -= 1
                else:
                    beyond += 1
        elif effect.does == "wound":
            foe.hp = max(0, foe.hp - effect.amount)
        elif effect.does == "stun":
            foe.stunned = max(foe.stunned, effect.amount)
        else:
            foe.shield = 0
        if foe.hp == 0:
            foe.fallen = True
            if foe.hits_to_agony is None:
                foe.hits_to_agony = foe.hits_taken
            unconscious = beyond and self.rulings["overkill"] == "further_damage"
            foe.state = "unconscious" if unconscious else "in agony"

    def falls(self) -> None:
        """Settle what becomes of those who fell."""
        healing, health = self.game.healing, self.game.health
        for side, one in enumerate(self.sides):
            if one.fallen:
                one.limbs.add(self.ask(side, "limb", ["arm", "leg"]))
        for side, one in enumerate(self.sides):
            lies = one.fallen and one.state == "in agony" and not self.sides[1 - side].fallen
            if lies and self.ask(1 - side, "finish", ["finish", "spare"]) == "finish":
                one.state = "unconscious"
        for side, one in enumerate(self.sides):
            if one.state == "in agony":
                drink = ["drink a potion"] if one.potions else []
                done = self.ask(side, "agony", [*drink, "walk", "wait"])
                if done == "drink a potion":
                    one.potions -= 1
                    one.hp = min(one.most_hp, healing.potion.value)
                    one.state = "standing"
                    if self.rulings["stabilised"] == "healed":
                        one.limbs = set(one.hurt)
                one.walking = done == "walk"
        dice = self.dice("fates", self.bout, self.exchange)
        longest = 0
        for side, one in enumerate(self.sides):
            if not one.fallen:
                continue
            one.worst("agony")
            minute: float = math.inf
            healer = self.contest.healer
            if healer is not None:
                minute = healer.earliest + dice[side] * (healer.latest - healer.earliest + 1) // 100
                if one.walking:
                    minute = math.ceil(Fraction(int(minute) * healing.walking.value, 100))
            agony, bleeding = health.agony_minutes.value, health.bleed_out_minutes.value
            if one.state == "standing":  # by a potion
                if minute <= agony:
                    one.limbs = set(one.hurt)
                continue
            if one.state == "in agony" and minute <= agony:
                one.limbs = set(one.hurt)
                if self.rulings["stabilised"] == "healed":
                    one.state, one.hp = "standing", min(one.most_hp, healing.healer.value)
                else:
                    one.state = "stable"
                longest = max(longest, int(minute))
                continue
            until = (agony if one.state == "in agony" else 0) + bleeding
            one.worst("minor injury")
            one.injury = "minor" if one.injury == "none" else one.injury
            one.hurt = set(one.limbs)
            one.state = "standing"
            if minute <= until:
                own = self.rulings["rescued_in_bleed_out"] == "healer_hp"
                one.hp = min(one.most_hp, healing.healer.value if own else 1)
                longest = max(longest, int(minute))
                continue
            longest = max(longest, until)
            one.worst("major injury")
            one.injury = "major"
            one.hp = min(one.most_hp, health.hit_points_after_major_injury.value)
            one.afflictions += dice[4 + side] < health.afflicted_by_major_injury.value
            if one.afflictions >= 2 or dice[2 + side] < self.contest.scripted_death:
                one.state, one.hp = "dead", 0
                one.worst("death")
        for one in self.sides:
            if not one.fallen:
                one.hours(longest)

    def rest(self) -> None:
        """Let a break pass."""
        between = self.contest.between
        if between.rest:
            for side, one in enumerate(self.sides):
                one.at_break = self.ask(side, "rest", self.legal_rests(one))
                one.first_break = one.first_break or one.at_break
            for side, one in enumerate(self.sides):
                one.pays = self.ask(side, "recharge", self.legal_recharges(one))
        broken = self.dice("break", self.bout, self.exchange)[0] < between.broken
        minutes = between.broken_after if broken else between.minutes
        self.broken_breaks += broken
        for one in self.sides:
            one.dressed = True
            if one.at_break == "no rest":
                one.hours(minutes)
                continue
            back = (
                one.at_break == "armour off"
                or one.category in (None, "light")
                or one.most_ap == 0
                or self.rulings["rest_ap"] == "armour_on_too"
            )
            if minutes >= 30:
                halves = minutes // 30 if self.rulings["rest_hp"] == "per_half_hour" else 1
                one.heal(halves)
                one.hours(minutes - 30 * halves)
                one.ap = one.most_ap if back else one.ap
                one.shield = self.game.hits.shield_holds.value if one.loadout.shield else 0
                one.mana = one.loadout.mana
                for n, word in enumerate(("first", "second")):
                    if word in one.pays or "both" in one.pays:
                        one.uses[n] = one.loadout.effects[n].uses
                        one.coins -= one.loadout.effects[n].recharge
            elif self.rulings["rest_broken"] == "pro_rata":
                one.hours(Fraction(minutes * 120, 30))
                one.ap += (one.most_ap - one.ap) * minutes // 30 if back else 0
                one.mana += (one.loadout.mana - one.mana) * minutes // 30
            else:
                one.hours(minutes)
            if broken and one.at_break == "armour off" and not self.game.rest.armour_back_on.value:
                one.dressed = False

    def legal_rests(self, one: Character) -> list[str]:
        """List what a character may do in a break."""
        habit = one.loadout.at_rest
        if habit != "as the policy likes":
            return [{"never rests": "no rest"}.get(habit, habit)]
        return ["no rest", "armour on", *(["armour off"] if one.loadout.armour else [])]

    def legal_recharges(self, one: Character) -> list[str]:
        """List what a character can pay for in a short rest."""
        found = ["save"]
        if one.at_break == "no rest":
            return found
        calls = one.loadout.effects
        spent = [n for n, call in enumerate(calls) if call.recharge is not None and one.uses[n] < call.uses]
        names = ("recharge the first effect", "recharge the second effect")
        found += [names[n] for n in spent if calls[n].recharge <= one.coins]
        if len(spent) == 2 and sum(calls[n].recharge for n in spent) <= one.coins:
            found.append("recharge both effects")
        return found
