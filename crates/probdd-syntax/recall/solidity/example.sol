// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0 <0.9.0;

import "./Base.sol";
import {First, Second as Two} from "./Other.sol";
import * as Everything from "./All.sol";

uint256 constant LIMIT = 10;
error Denied(address who, uint256 amount);
type Price is uint128;

struct Point { uint256 x; string label; }
enum Colour { Red, Green, Blue }

interface Named { function name() external view returns (string memory); }
library Maths { function twice(uint256 a) internal pure returns (uint256) { return a * 2; } }

/// Documentation.
abstract contract Shape is Base(1), Named {
    using Maths for uint256;

    uint256 public immutable side = 4;
    mapping(address => uint256) private balances;
    address payable owner;
    uint256[] table;
    event Changed(address indexed who, uint256 amount);

    modifier onlyOwner(uint256 fee) {
        require(msg.sender == owner, "denied");
        _;
    }

    constructor(uint256 first, string memory second) Base(first) payable {
        side = first;
    }

    receive() external payable {}
    fallback() external {}

    function area(uint256 scale, Point calldata p) public virtual override onlyOwner(scale) returns (uint256 result, bool ok);

    function control(uint256 count) internal returns (uint256) {
        uint256 total = 0;
        (uint256 left, bool right) = (1, true);
        if (total > 3 && !right) {
            total += count;
        } else if (total < 2) {
            total--;
        } else {
            total = 4;
        }
        for (uint256 i = 0; i < 10; i++) {
            total += i;
            continue;
        }
        while (total > 100) {
            total /= 2;
            break;
        }
        do {
            total--;
        } while (total > 50);
        try this.area(1, Point({x: 1, label: "y"})) returns (uint256 value, bool) {
            total = value;
        } catch Error(string memory reason) {
            revert(reason);
        } catch {
            revert Denied(msg.sender, total);
        }
        // a line comment
        unchecked { total *= 2; }
        assembly {
            let z := add(1, 2)
            mstore(0x40, z)
        }
        emit Changed(owner, total);
        uint256 chosen = total > 1 ? left : (count);
        uint256[3] memory listed = [uint256(1), 2, 3];
        delete table[0];
        payable(owner).transfer{value: 1, gas: 2}(3);
        return chosen + listed[1] ** 2;
    }
}
